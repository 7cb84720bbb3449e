import { Hono } from "hono";
import type { Sandbox } from "../call.ts";
import { API_VERSION } from "../sandbox.ts";
import { balanceText } from "./balance.ts";
import { type Html, html, page } from "./html.ts";

/** The operator's start page: balances, webhooks, and switches. */
export function overviewRoutes(sandbox: Sandbox): Hono {
	const app = new Hono();
	app.get("/", (c) => c.html(page("Stripe sandbox", overview(sandbox), { bar: true })));
	return app;
}

function overview(sandbox: Sandbox): Html {
	const counts = sandbox.store.db
		.prepare("select kind, count(*) as n from objects group by kind order by kind")
		.all();
	const deliveries = Object.entries(sandbox.deliverer.counts());
	return html`<h1>Stripe sandbox</h1>
		<p class="soft">Speaks API version ${API_VERSION}. Nothing here is real money.</p>
		<h2>Platform balance</h2><p>${balanceText(sandbox, "")}</p>
		<h2>Objects</h2>
		<table><tbody>${counts.map(
			(row) => html`<tr><td><a href="/objects?kind=${String(row.kind)}">${String(row.kind)}</a></td>
			<td class="number">${Number(row.n)}</td></tr>`,
		)}</tbody></table>
		<h2>Webhooks</h2>
		<p>Mode: <strong>${sandbox.deliverer.mode}</strong>. ${deliveries.map(([state, n]) => html`${state}: ${n}. `)}</p>
		${["deliver", "pause", "drop", "duplicate", "shuffle"].map(
			(mode) =>
				html`<form method="post" action="/_sandbox/webhooks"><button name="mode" value="${mode}">${mode}</button></form>`,
		)}
		<form method="post" action="/_sandbox/webhooks"><label>Late by <input name="delay" type="number" min="0" step="1000" value="${sandbox.deliverer.delay}"> ms</label><button>Set</button></form>
		<form method="post" action="/_sandbox/webhooks/flush"><button class="main">Send what waits</button></form>
		<h2>Behaviour</h2>
		<p>Balance transactions: <strong>${sandbox.settings.balances}</strong>, payments: <strong>${sandbox.settings.payments}</strong></p>
		<form method="post" action="/_sandbox/settings">
			${choice("balances", "Balance transactions", ["instant", "late"], sandbox.settings.balances)}
			${choice("payments", "Payments", ["instant", "hold"], sandbox.settings.payments)}
			<button>Set</button></form>
		<form method="post" action="/_sandbox/balances/settle"><button>Book late balances</button></form>
		<form method="post" action="/_sandbox/balances/available"><button>Make all money available</button></form>
		<form method="post" action="/_sandbox/reset"><button>Forget everything</button></form>`;
}

function choice(name: string, label: string, words: string[], current: string): Html {
	const options = words.map((word) =>
		word === current ? html`<option selected>${word}</option>` : html`<option>${word}</option>`,
	);
	return html`<label>${label} <select name="${name}">${options}</select></label>`;
}
