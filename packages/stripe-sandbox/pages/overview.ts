import { Hono } from "hono";
import { balanceOf } from "../balance-transactions.ts";
import { ownCall, type Sandbox } from "../call.ts";
import type { Kind } from "../kinds.ts";
import { money } from "../money.ts";
import { type Html, html, page } from "./html.ts";

const NEWEST = 30;

type Action = readonly [label: string, path: string, fields?: Readonly<Record<string, string>>];
const ACTIONS: Partial<Record<Kind, readonly Action[]>> = {
	payment_intent: [
		["Authentication passes", "payment_intents/ID/authenticate", { outcome: "complete" }],
		["Authentication fails", "payment_intents/ID/authenticate", { outcome: "fail" }],
		["The buyer never returns, or the authorisation expires", "payment_intents/ID/expire"],
		["Processing succeeds", "payment_intents/ID/settle", { outcome: "succeeded" }],
		["Processing fails", "payment_intents/ID/settle", { outcome: "failed" }],
	],
	charge: [
		["Refund", "charges/ID/refund"],
		["Refund with transfer and fee", "charges/ID/refund", { reverse_transfer: "true" }],
		["Open a dispute", "charges/ID/dispute"],
		["Open an inquiry", "charges/ID/dispute", { reason: "inquiry" }],
	],
	dispute: [
		["Won", "disputes/ID/decide", { outcome: "won" }],
		["Lost", "disputes/ID/decide", { outcome: "lost" }],
	],
	refund: [
		["Succeeds", "refunds/ID/finish", { outcome: "succeeded" }],
		["Fails", "refunds/ID/finish", { outcome: "failed" }],
	],
	subscription: [
		["Renewal succeeds", "subscriptions/ID/renew", { outcome: "succeeds" }],
		["Renewal fails", "subscriptions/ID/renew", { outcome: "fails" }],
		["Give up on the open invoice", "subscriptions/ID/expire"],
	],
	account: [
		["Finish onboarding", "accounts/ID/onboard"],
		["Restrict", "accounts/ID/restrict"],
	],
};

export function overviewRoutes(sandbox: Sandbox): Hono {
	const app = new Hono();
	app.get("/", (c) => c.html(page("Stripe sandbox", overview(sandbox), { bar: true })));
	return app;
}

function overview(sandbox: Sandbox): Html {
	const { available, pending } = balanceOf(ownCall(sandbox), "");
	const balances = [...available].map(
		([currency, amount]) =>
			html`<p>${money(amount, currency)} available, ${money(pending.get(currency) ?? 0, currency)} pending</p>`,
	);
	const tables = Object.entries(ACTIONS).map(
		([kind, actions]) =>
			html`<h2>${kind}</h2><table><tbody>${newest(sandbox, kind).map(
				({ id, text }) => html`<tr><td>${id}</td><td>${text}</td>
				<td>${actions.map((action) => button(id, action))}</td></tr>`,
			)}</tbody></table>`,
	);
	return html`<h1>Stripe sandbox</h1><p class="soft">Nothing here is real money.</p>${balances}
		<form method="post" action="/_sandbox/balances/available"><button>Make all money available</button></form>
		<form method="post" action="/_sandbox/reset"><button>Forget everything</button></form>${tables}`;
}

function newest(sandbox: Sandbox, kind: string): { id: string; text: string }[] {
	return sandbox.store.db
		.prepare("select id, body from objects where kind = ? order by seq desc limit ?")
		.all(kind, NEWEST)
		.map((row) => ({ id: String(row.id), text: summary(JSON.parse(String(row.body))) }));
}

function summary({
	amount,
	currency,
	status,
	email,
	description,
}: Record<string, unknown>): string {
	const sum = typeof amount === "number" ? money(amount, String(currency)) : "";
	return [sum, status, email, description]
		.filter((part) => typeof part === "string" && part !== "")
		.join(" · ");
}

function button(id: string, [label, path, fields = {}]: Action): Html {
	const inputs = Object.entries(fields).map(
		([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
	);
	return html`<form method="post" action="/_sandbox/${path.replace("ID", id)}">${inputs}<button>${label}</button></form>`;
}
