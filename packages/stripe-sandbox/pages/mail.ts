import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { Sandbox } from "../call.ts";
import { listMails, type Mail, storeMail } from "../mailbox.ts";
import { escapeHtml, Html, html, page } from "./html.ts";

type MailContext = Context<{ Bindings: HttpBindings }>;

export function mailRoutes(sandbox: Sandbox): Hono<{ Bindings: HttpBindings }> {
	const app = new Hono<{ Bindings: HttpBindings }>();
	const mails = (to?: string) => listMails(sandbox.mailDirs, to);

	app.post("/mail", (c) => receive(sandbox, c));
	app.get("/mail.json", (c) => c.json(mails(c.req.query("to"))));
	app.get("/mail", (c) => {
		const to = c.req.query("to");
		return c.html(page("Mail", inbox(mails(to), to), { bar: true }));
	});
	app.get("/mail/:id", (c) => {
		const mail = mails().find((candidate) => candidate.id === c.req.param("id"));
		return mail ? c.html(page(mail.subject, single(mail), { bar: true })) : c.notFound();
	});
	return app;
}

async function receive(sandbox: Sandbox, c: MailContext): Promise<Response> {
	const fault = sandbox.faults.take("POST", c.req.path);
	if (typeof fault === "number")
		return c.json({ error: "A fault set for this call." }, fault as 500);
	const body: Partial<Record<keyof Mail, unknown>> = await c.req.json();
	const to = (Array.isArray(body.to) ? body.to : [body.to]).filter(
		(entry) => typeof entry === "string",
	);
	if (to.length === 0 || typeof body.subject !== "string") {
		return c.json({ error: "A mail needs `to` and `subject`." }, 400);
	}
	const dir = sandbox.mailDirs.at(-1);
	if (dir === undefined) return c.json({ error: "No mail folder is configured." }, 500);
	const mail = storeMail(
		dir,
		{
			from: textOf(body.from),
			to,
			subject: body.subject,
			text: textOf(body.text),
			html: textOf(body.html),
			headers: (body.headers ?? {}) as Record<string, string>,
		},
		sandbox.now(),
		c.req.header("idempotency-key"),
	);
	return fault === undefined
		? c.json({ id: mail.id })
		: c.json({ error: "A fault set for this call." }, 500);
}

function inbox(mails: Mail[], to: string | undefined): Html {
	const rows = mails.map(
		(mail) => html`<tr><td>${when(mail.at)}</td><td>${mail.to.join(", ")}</td>
			<td><a href="/dev/mail/${mail.id}">${mail.subject || "(no subject)"}</a></td></tr>`,
	);
	return html`<h1>Mail</h1>
		<form><label>To <input name="to" type="email" value="${to ?? ""}"></label><button>Filter</button></form>
		${
			rows.length === 0
				? html`<p class="soft">No mail yet. Whatever the application sends arrives here.</p>`
				: html`<table><thead><tr><th>Sent</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows}</tbody></table>`
		}`;
}

function single(mail: Mail): Html {
	// The frame may neither run scripts nor access this origin; links open outside the frame.
	const framed = `<base target="_blank">${mail.html}`;
	return html`<p><a href="/dev/mail">All mail</a></p><h1>${mail.subject}</h1>
		<table><tbody>
			<tr><th>From</th><td>${mail.from}</td></tr>
			<tr><th>To</th><td>${mail.to.join(", ")}</td></tr>
			<tr><th>Sent</th><td>${when(mail.at)}</td></tr>
		</tbody></table>
		${
			mail.html
				? html`<h2>HTML</h2><iframe class="mail" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${framed}"></iframe>`
				: ""
		}
		<h2>Text</h2><pre>${linked(mail.text)}</pre>`;
}

function linked(text: string): Html {
	const parts = text.split(/(https?:\/\/[^\s<>"]+)/);
	return new Html(
		parts
			.map((part, index) =>
				index % 2 === 1
					? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>`
					: escapeHtml(part),
			)
			.join(""),
	);
}

function when(at: number): string {
	return new Date(at).toISOString().replace("T", " ").slice(0, 19);
}

function textOf(value: unknown): string {
	return typeof value === "string" ? value : "";
}
