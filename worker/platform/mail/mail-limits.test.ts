import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { Ctx } from "../../core/context.ts";
import { mailKind } from "../../test/fixtures/all-mails.ts";
import { testCtx } from "../../test/fixtures/test-app.ts";
import { outbox } from "../tables.ts";
import { queueMail, queueMailWhen, wasQueued } from "./mail.ts";
import {
	ANYONE,
	type MailCause,
	mailboxOf,
	OWED,
	OWNER,
	onBehalfOf,
	owedBy,
} from "./mail-limits.ts";
import { deleteMails, pruneOutbox, sendDueMails } from "./outbox.ts";

const HOUR = 60 * 60 * 1000;
let networks = 0;

/** A context with its own clock and network. */
function fixture(settings: Partial<Ctx["config"]> = {}) {
	const base = testCtx();
	const at = { now: Date.now(), address: `2001:db8:${++networks}::1` };
	const config = { ...base.config, MAILS_PER_NETWORK: 1000, ...settings };
	const from = (address: string) => testCtx({ config, address, now: () => at.now });
	return { at, from, ctx: from(at.address) };
}

async function ask(
	ctx: Ctx,
	to: string,
	kind = "verify-email",
	cause: MailCause = ANYONE,
): Promise<string | null | undefined> {
	const [row] = await queueMail(ctx, {
		kind: mailKind(kind),
		cause,
		to,
		subject: "s",
		text: "t",
		html: "h",
	});
	return row?.withheldBy;
}

const newAddress = () => `${testCtx().id().toLowerCase()}@example.test`;

test("delivers two mails an hour to an address, and reserves a third for a password reset", async () => {
	const { ctx, at } = fixture();
	const to = newAddress();
	expect(await ask(ctx, to, "verify-email")).toBeNull();
	expect(await ask(ctx, to, "claim")).toBeNull();
	expect(await ask(ctx, to, "purchase-code")).toBe("address");
	expect(await ask(ctx, to, "reset-password")).toBeNull();
	expect(await ask(ctx, to, "reset-password")).toBe("address");
	at.now += HOUR;
	expect(await ask(ctx, to, "claim")).toBeNull();
});

test("allows concurrent requests no more mails than successive ones", async () => {
	const { from } = fixture();
	const to = newAddress();
	const verdicts = await Promise.all(
		Array.from({ length: 40 }, (_, at) => ask(from(`198.51.100.${at}`), to, "reset-password")),
	);
	expect(verdicts.filter((withheldBy) => withheldBy === null)).toHaveLength(3);
});

test("counts all spellings of one mailbox together", async () => {
	expect(mailboxOf(" Ada+shop@Example.test ")).toBe("ada@example.test");
	expect(mailboxOf("a.d.a+1@GoogleMail.com")).toBe("ada@gmail.com");
	expect(mailboxOf("a.da@example.test")).toBe("a.da@example.test");
	const { ctx } = fixture();
	const name = ctx.id().toLowerCase();
	expect(await ask(ctx, `${name}+1@example.test`)).toBeNull();
	expect(await ask(ctx, `${name.toUpperCase()}@example.test`)).toBeNull();
	expect(await ask(ctx, `${name}+2@example.test`)).toBe("address");
});

test("limits each kind per day, except resets, so that an attacker cannot use up the owner's recovery", async () => {
	const { ctx, at } = fixture();
	const to = newAddress();
	const verdicts = [];
	for (let hour = 0; hour < 6; hour++) {
		verdicts.push(await ask(ctx, to, "verify-email"));
		expect(await ask(ctx, to, "reset-password")).toBeNull();
		at.now += HOUR;
	}
	expect(verdicts).toEqual([null, null, null, null, null, "kind"]);
});

test("limits the mails that one network causes, to any addresses", async () => {
	const { ctx, from } = fixture({ MAILS_PER_NETWORK: 5 });
	const verdicts = [];
	for (let at = 0; at < 7; at++) verdicts.push(await ask(ctx, newAddress()));
	expect(verdicts).toEqual([null, null, null, null, null, "network", "network"]);
	expect(await ask(from("203.0.113.200"), newAddress())).toBeNull();
	expect(await ask(from("internal"), newAddress(), "claim-reminder")).toBeNull();
});

// G74
test("limits the mails that a large network causes, each from a small one of its own", async () => {
	const { from } = fixture({ MAILS_PER_NETWORK: 2 });
	const held = async (count: number, address: (at: number) => string) => {
		const verdicts = [];
		for (let at = 0; at < count; at++) verdicts.push(await ask(from(address(at)), newAddress()));
		return verdicts.filter((verdict) => verdict === "network").length;
	};
	expect(await held(10, (at) => `2001:db8:fff1:${at.toString(16)}::1`)).toBe(10 - 4);
	expect(await held(10, (at) => `2001:db8:fff2:${at.toString(16)}00::1`)).toBe(10 - 6);
	expect(await held(10, (at) => `192.0.2.${at}`)).toBe(10 - 8);
});

// G81
test("limits the mails that a creator causes, and allows none without a verified address", async () => {
	const { ctx } = fixture({ MAILS_PER_SENDER: 4 });
	const email = newAddress();
	const verified = onBehalfOf({ email, verified: true });
	const verdicts = [];
	for (let at = 0; at < 5; at++) verdicts.push(await ask(ctx, newAddress(), "receipt", verified));
	expect(verdicts).toEqual([null, null, null, null, "sender"]);
	const unverified = onBehalfOf({ email: newAddress(), verified: false });
	expect(await ask(ctx, newAddress(), "receipt", unverified)).toBe("unverified");
});

test("sends buyers a creator's decision in later hours, whatever network it came from", async () => {
	const { ctx, at } = fixture({ MAILS_PER_NETWORK: 1, MAILS_PER_SENDER: 2 });
	const sender = onBehalfOf({ email: newAddress(), verified: true });
	const due = async () => {
		const to = newAddress();
		expect(await ask(ctx, to, "share-ending", sender)).toBeNull();
		const [mail] = await ctx.db.select().from(outbox).where(eq(outbox.recipient, to));
		return (mail!.dueAt - at.now) / HOUR;
	};
	const hours = [];
	for (let mail = 0; mail < 5; mail++) hours.push(await due());
	expect(hours).toEqual([0, 0, 1, 1, 2]);
	// The address itself is protected as before, and they don't count toward the network's limit.
	const to = newAddress();
	expect(await ask(ctx, to, "claim")).toBeNull();
	expect(await ask(ctx, to, "share-ending", sender)).toBeNull();
	expect(await ask(ctx, to, "share-ending", sender)).toBe("address");
});

const hoursUntilDue = async (ctx: Ctx, to: string, now: number) => {
	const rows = await ctx.db.select().from(outbox).where(eq(outbox.recipient, to));
	const hours = rows.map((row) => (row.dueAt - now) / HOUR);
	return [0, 1, 2].map((hour) => hours.filter((wait) => wait === hour).length);
};

test("never drops transactional mails; above their kind's hourly rate they are delayed by an hour", async () => {
	const { ctx, at } = fixture();
	const to = newAddress();
	for (let mail = 0; mail < 70; mail++) expect(await ask(ctx, to, "report", OWED)).toBeNull();
	expect(await hoursUntilDue(ctx, to, at.now)).toEqual([60, 10, 0]);
	for (let mail = 0; mail < 25; mail++) expect(await ask(ctx, to, "sale", OWED)).toBeNull();
});

test("spreads mails to one address about confirmed payments to one seller over hours, all kinds together", async () => {
	const { ctx, at } = fixture();
	const to = newAddress();
	const seller = owedBy({ email: newAddress(), verified: true });
	for (let mail = 0; mail < 8; mail++)
		expect(await ask(ctx, to, mail % 2 ? "receipt" : "refund", seller)).toBeNull();
	expect(await hoursUntilDue(ctx, to, at.now)).toEqual([3, 3, 2]);
	await ask(ctx, to, "receipt", owedBy({ email: newAddress(), verified: false }));
	expect(await hoursUntilDue(ctx, to, at.now)).toEqual([4, 3, 2]);
});

test("gives an account's owner a budget that others cannot use up", async () => {
	const { ctx } = fixture();
	const to = newAddress();
	for (let mail = 0; mail < 5; mail++) await ask(ctx, to, "reset-password");
	const verdicts = [];
	for (let mail = 0; mail < 11; mail++) verdicts.push(await ask(ctx, to, "security", OWNER));
	expect(verdicts.filter((withheldBy) => withheldBy === null)).toHaveLength(10);
	expect(verdicts.at(-1)).toBe("kind");
});

test("removes the content of a withheld mail, never sends it, and logs it once without its address", async () => {
	const lines = vi.spyOn(console, "warn").mockImplementation(() => {});
	const { ctx } = fixture();
	const to = newAddress();
	await ask(ctx, to);
	await ask(ctx, to);
	const id = ctx.id();
	const mail = {
		kind: mailKind("claim"),
		cause: ANYONE,
		to,
		subject: "s",
		text: "t",
		html: "h",
	} as const;
	const other = ctx.id();
	await ctx.db.batch([
		queueMailWhen(ctx, mail, wasQueued("nothing"), other),
		queueMailWhen(ctx, mail, wasQueued(other), ctx.id()),
		queueMail(ctx, mail),
		queueMailWhen(ctx, mail, wasQueued(other), id),
	]);
	await sendDueMails(ctx);
	await sendDueMails(ctx);
	const held = lines.mock.calls.map(String).filter((line) => line.includes("mail.withheld"));
	vi.restoreAllMocks();
	expect(held.filter((line) => line.includes('"claim"'))).toEqual([
		JSON.stringify({ kind: "claim", withheldBy: "address", level: "warn", event: "mail.withheld" }),
	]);
	const rows = await ctx.db.select().from(outbox).where(eq(outbox.withheldBy, "address"));
	const [row] = rows.filter((found) => found.kind === "claim" && found.createdAt === ctx.now());
	expect(row).toMatchObject({ recipient: "", subject: "", text: "", html: "", sentAt: null });
});

test("deleting an address keeps the counts, and keeps a buyer's mails", async () => {
	const { ctx, at } = fixture();
	const to = newAddress();
	await ask(ctx, to);
	await ask(ctx, to);
	await ask(ctx, to, "receipt", OWED);
	await deleteMails(ctx, to, "creator");
	const rows = await ctx.db.select().from(outbox).where(eq(outbox.recipient, to));
	expect(rows.map((row) => row.kind)).toEqual(["receipt"]);
	expect(await ask(ctx, to)).toBe("address");
	at.now += HOUR;
	await pruneOutbox(ctx);
	expect(await ask(ctx, to)).toBeNull();
});
