import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import type { Ctx } from "../../core/context.ts";
import { mailKind } from "../../test/fixtures/all-mails.ts";
import { testCtx } from "../../test/fixtures/test-app.ts";
import { outbox } from "../tables.ts";
import { queueMail } from "./mail.ts";
import { OWED } from "./mail-limits.ts";
import { pruneOutbox, sendDueMails } from "./outbox.ts";
import { addressOf } from "./sender-address.ts";

const MINUTE = 60_000;
type Sent = { from: unknown; to: unknown; subject: string };

/** A context whose e-mail binding records mails, or refuses them while `refuse` is set. */
function postOffice(now: number) {
	const sent: Sent[] = [];
	const office = { sent, now, refuse: false };
	const binding = {
		send: async (mail: Sent) => {
			if (office.refuse) throw new Error("mailbox of someone@example.test is away");
			sent.push(mail);
			return { messageId: "1" };
		},
	};
	const ctx = testCtx({
		// only the e-mail binding is replaced
		env: { ...env, EMAIL: binding as unknown as SendEmail },
		now: () => office.now,
	});
	return { office, ctx };
}

async function queue(ctx: Ctx, dedupeKey?: string) {
	const subject = ctx.id();
	await queueMail(ctx, {
		kind: mailKind("sale"),
		cause: OWED,
		to: "someone@example.test",
		subject,
		text: "text",
		html: "<p>html</p>",
		...(dedupeKey && { dedupeKey }),
	});
	return subject;
}

async function rowOf(ctx: Ctx, subject: string) {
	const [row] = await ctx.db.select().from(outbox).where(eq(outbox.subject, subject));
	return row!;
}

afterEach(() => vi.restoreAllMocks());

test("sends each mail once when two senders run concurrently", async () => {
	const { ctx, office } = postOffice(1_000);
	const subjects = await Promise.all(Array.from({ length: 25 }, () => queue(ctx)));
	await Promise.all([sendDueMails(ctx), sendDueMails(ctx), sendDueMails(ctx)]);
	const mine = office.sent
		.map((mail) => mail.subject)
		.filter((subject) => subjects.includes(subject));
	expect(mine.toSorted()).toEqual(subjects.toSorted());
	expect((await rowOf(ctx, subjects[0]!)).sentAt).toBe(1_000);
});

test("queues one mail when the same effect is repeated", async () => {
	const { ctx } = postOffice(1_000);
	const key = ctx.id();
	const first = await queue(ctx, key);
	const second = await queue(ctx, key);
	expect(await rowOf(ctx, first)).toBeDefined();
	expect(await rowOf(ctx, second)).toBeUndefined();
});

test("waits longer after each failure, then gives up and logs it without the address", async () => {
	const lines = vi.spyOn(console, "error").mockImplementation(() => {});
	const warnings = vi.spyOn(console, "warn").mockImplementation(() => {});
	const { ctx, office } = postOffice(10_000);
	office.refuse = true;
	const subject = await queue(ctx);
	const waits: number[] = [];
	for (let attempt = 1; attempt <= 8; attempt++) {
		await sendDueMails(ctx);
		await sendDueMails(ctx); // not due yet
		const row = await rowOf(ctx, subject);
		expect(row.attempts).toBe(attempt);
		waits.push((row.dueAt - office.now) / MINUTE);
		office.now = row.dueAt;
	}
	expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256]);
	office.refuse = false;
	await sendDueMails(ctx);
	expect((await rowOf(ctx, subject)).sentAt).toBeNull();
	expect(office.sent.some((mail) => mail.subject === subject)).toBe(false);
	const logged = JSON.stringify([...lines.mock.calls, ...warnings.mock.calls]);
	expect(logged).toContain("mail.given_up");
	expect(logged).not.toContain("someone@example.test");
});

// G110
test("sends a refused mail when the sender is available again", async () => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	const { ctx, office } = postOffice(50_000);
	office.refuse = true;
	const subject = await queue(ctx);
	await sendDueMails(ctx);
	office.refuse = false;
	office.now += 2 * MINUTE;
	await sendDueMails(ctx);
	expect(await rowOf(ctx, subject)).toMatchObject({ sentAt: office.now, lastError: null });
});

test("sends JSON, the bearer token and an idempotency key to an HTTP endpoint", async () => {
	const { ctx } = postOffice(90_000);
	const calls: Request[] = [];
	vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
		calls.push(new Request(input, init));
		return new Response("{}");
	});
	const config = {
		...ctx.config,
		MAIL_HTTP_URL: "https://mail.example.test/send",
		MAIL_HTTP_TOKEN: "key",
	};
	const subject = await queue(ctx);
	await sendDueMails({ ...ctx, config });
	const bodies = await Promise.all(calls.map((request) => request.json<Sent>()));
	const at = bodies.findIndex((body) => body.subject === subject);
	expect(bodies[at]).toEqual({
		from: ctx.config.MAIL_FROM,
		to: "someone@example.test",
		subject,
		text: "text",
		html: "<p>html</p>",
	});
	expect(calls[at]!.headers.get("authorization")).toBe("Bearer key");
	expect(calls[at]!.headers.get("idempotency-key")).toBe((await rowOf(ctx, subject)).id);
});

test("sends through the platform's own binding", async () => {
	const ctx = testCtx();
	const subject = await queue(ctx);
	await sendDueMails(ctx);
	expect(await rowOf(ctx, subject)).toMatchObject({ attempts: 1, lastError: null });
	expect((await rowOf(ctx, subject)).sentAt).not.toBeNull();
});

test("deletes bodies soon after sending, addresses after 30 days, and keeps keys", async () => {
	const { ctx, office } = postOffice(2_000_000);
	const key = ctx.id();
	const keyed = await queue(ctx, key);
	const plain = await queue(ctx);
	await sendDueMails(ctx);
	office.now += 11 * MINUTE;
	await pruneOutbox(ctx);
	expect(await rowOf(ctx, keyed)).toMatchObject({ text: "", html: "" });
	office.now += 31 * 24 * 60 * MINUTE;
	await pruneOutbox(ctx);
	expect(await rowOf(ctx, plain)).toBeUndefined();
	const [row] = await ctx.db.select().from(outbox).where(eq(outbox.dedupeKey, key));
	expect(row).toMatchObject({ recipient: "", subject: "", html: "" });
});

test("splits a sender into name and address", () => {
	expect(addressOf('"Tillbox" <mail@x.test>')).toEqual({ name: "Tillbox", email: "mail@x.test" });
	expect(addressOf("mail@x.test")).toEqual({ name: "", email: "mail@x.test" });
});
