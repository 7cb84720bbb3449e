import { Hono } from "hono";
import { ownCall, type Sandbox } from "../call.ts";
import { retrieveEvent } from "../events.ts";
import { KIND_BY_PREFIX, type Kind } from "../kinds.ts";
import { money } from "../money.ts";
import { Params } from "../params.ts";
import { escapeHtml, Html, html, page } from "./html.ts";

const PAGE_SIZE = 100;
const KINDS = [...new Set(Object.values(KIND_BY_PREFIX))].sort();

/** Lists and single objects, each with buttons for its possible events. */
export function objectRoutes(sandbox: Sandbox): Hono {
	const app = new Hono();
	app.get("/objects", (c) => {
		const kind = KINDS.find((candidate) => candidate === c.req.query("kind"));
		return c.html(page("Objects", objectList(sandbox, kind ?? "payment_intent"), { bar: true }));
	});
	app.get("/objects/:id", (c) => {
		const id = c.req.param("id");
		const kind = KIND_BY_PREFIX[id.slice(0, id.indexOf("_"))];
		const object = kind && sandbox.store.find(kind, id);
		if (kind === undefined || object === undefined) return c.notFound();
		return c.html(page(id, single(sandbox, kind, object), { bar: true }));
	});
	app.get("/events", (c) => c.html(page("Events", eventList(sandbox), { bar: true })));
	app.get("/receipts/:id", (c) => {
		const charge = sandbox.store.find("charge", c.req.param("id"));
		if (charge === undefined) return c.notFound();
		const body = html`<section class="panel narrow"><h1>Receipt</h1>
			<p>${money(charge.amount, charge.currency)} paid${charge.refunded ? ", refunded" : ""}.</p>
			<p class="soft">${charge.description} ${charge.id}</p></section>`;
		return c.html(page("Receipt", body));
	});
	return app;
}

function objectList(sandbox: Sandbox, kind: Kind): Html {
	const rows = sandbox.store.db
		.prepare(
			"select id, account, created, body from objects where kind = ? order by seq desc limit ?",
		)
		.all(kind, PAGE_SIZE)
		.map((row) => {
			const object = JSON.parse(String(row.body)) as Record<string, unknown>;
			return html`<tr><td><a href="/objects/${String(row.id)}">${String(row.id)}</a></td>
				<td>${summary(object)}</td><td>${String(row.account)}</td><td>${when(Number(row.created))}</td></tr>`;
		});
	return html`<h1>Objects</h1>
		<form><label>Kind <select name="kind">${KINDS.map((name) =>
			name === kind ? html`<option selected>${name}</option>` : html`<option>${name}</option>`,
		)}</select></label><button>Show</button></form>
		<p class="soft">The newest ${PAGE_SIZE}.</p>
		<table><thead><tr><th>Id</th><th></th><th>Account</th><th>Created</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function eventList(sandbox: Sandbox): Html {
	const rows = sandbox.store.db
		.prepare(
			`select id, created, json_extract(body, '$.type') as type, json_extract(body, '$.data.object.id') as about,
				(select group_concat(state || ' (' || attempts || ')', ', ') from deliveries where event = objects.id) as deliveries
			from objects where kind = 'event' order by seq desc limit ?`,
		)
		.all(PAGE_SIZE)
		.map(
			(row) => html`<tr><td><a href="/objects/${String(row.id)}">${String(row.type)}</a></td>
			<td><a href="/objects/${String(row.about)}">${String(row.about)}</a></td>
			<td>${row.deliveries === null ? "" : String(row.deliveries)}</td><td>${when(Number(row.created))}</td>
			<td>${button(`/_sandbox/events/${row.id}/redeliver`, "Send again")}</td></tr>`,
		);
	return html`<h1>Events</h1>
		<form method="post" action="/_sandbox/webhooks/flush"><button class="main">Send what waits</button></form>
		<table><thead><tr><th>Type</th><th>About</th><th>Deliveries (attempts)</th><th>Created</th><th></th></tr></thead>
		<tbody>${rows}</tbody></table>`;
}

function single(sandbox: Sandbox, kind: Kind, object: { id: string }): Html {
	const shown =
		kind === "event" ? retrieveEvent(ownCall(sandbox), new Params({}), object.id) : object;
	const attempts = kind === "event" ? sandbox.deliverer.attempts(object.id) : [];
	return html`<p><a href="/objects?kind=${kind}">All of kind ${kind}</a></p><h1>${object.id}</h1>
		<p>${buttons(kind, object)}</p>
		${
			attempts.length === 0
				? ""
				: html`<table><thead><tr><th>Endpoint</th><th>State</th><th>Attempts</th><th>Last response</th></tr></thead><tbody>${attempts.map(
						(attempt) => html`<tr><td>${attempt.endpoint}</td><td>${attempt.state}</td>
						<td class="number">${attempt.attempts}</td><td>${attempt.response}</td></tr>`,
					)}</tbody></table>`
		}
		<pre>${linkedJson(shown)}</pre>`;
}

function buttons(kind: Kind, object: { id: string; status?: unknown }): Html[] {
	const at = (path: string) => `/_sandbox/${path.replace("ID", object.id)}`;
	const actions: Partial<Record<Kind, Html[]>> = {
		event: [button(at("events/ID/redeliver"), "Send again")],
		charge: [
			button(at("charges/ID/refund"), "Refund"),
			button(at("charges/ID/refund"), "Refund with transfer and fee", { reverse_transfer: "true" }),
			button(at("charges/ID/dispute"), "Open a dispute"),
			button(at("charges/ID/dispute"), "Open an inquiry", { reason: "inquiry" }),
		],
		dispute: [
			button(at("disputes/ID/decide"), "Won", { outcome: "won" }),
			button(at("disputes/ID/decide"), "Lost", { outcome: "lost" }),
		],
		refund: [
			button(at("refunds/ID/finish"), "Succeeds", { outcome: "succeeded" }),
			button(at("refunds/ID/finish"), "Fails", { outcome: "failed" }),
		],
		payment_intent: intentButtons(at, object.status),
		subscription: [
			button(at("subscriptions/ID/renew"), "Renewal succeeds", { outcome: "succeeds" }),
			button(at("subscriptions/ID/renew"), "Renewal fails", { outcome: "fails" }),
			button(at("subscriptions/ID/retry"), "Retry succeeds", { outcome: "succeeds" }),
			button(at("subscriptions/ID/retry"), "Retry fails", { outcome: "fails" }),
			button(at("subscriptions/ID/expire"), "Give up on the open invoice"),
		],
		account: [
			button(at("accounts/ID/onboard"), "Finish onboarding"),
			button(at("accounts/ID/restrict"), "Restrict"),
		],
	};
	return actions[kind] ?? [];
}

function intentButtons(at: (path: string) => string, status: unknown): Html[] {
	if (status === "requires_action") {
		return [
			button(at("payment_intents/ID/authenticate"), "Authentication passes", {
				outcome: "complete",
			}),
			button(at("payment_intents/ID/authenticate"), "Authentication fails", { outcome: "fail" }),
			button(at("payment_intents/ID/expire"), "The buyer never returns"),
		];
	}
	if (status === "requires_capture")
		return [button(at("payment_intents/ID/expire"), "The authorisation expires")];
	if (status !== "processing") return [];
	return [
		button(at("payment_intents/ID/settle"), "Succeeds", { outcome: "succeeded" }),
		button(at("payment_intents/ID/settle"), "Fails", { outcome: "failed" }),
	];
}

function button(action: string, label: string, fields: Record<string, string> = {}): Html {
	const inputs = Object.entries(fields).map(
		([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
	);
	return html`<form method="post" action="${action}">${inputs}<button>${label}</button></form>`;
}

function summary(object: Record<string, unknown>): string {
	const parts = [object.type, object.status, object.email, object.name, object.lookup_key];
	if (typeof object.amount === "number")
		parts.unshift(money(object.amount, String(object.currency)));
	return parts.filter((part) => typeof part === "string" && part !== "").join(" · ");
}

// Ids in the JSON link to their objects.
function linkedJson(object: unknown): Html {
	const text = escapeHtml(JSON.stringify(object, null, 2));
	return new Html(
		text.replaceAll(
			/&#34;([a-z]+)_(1[0-9A-Za-z]{23})&#34;/g,
			(whole, prefix: string, rest: string) =>
				prefix in KIND_BY_PREFIX
					? `<a href="/objects/${prefix}_${rest}">${prefix}_${rest}</a>`
					: whole,
		),
	);
}

function when(seconds: number): string {
	return new Date(seconds * 1000).toISOString().replace("T", " ").slice(0, 19);
}
