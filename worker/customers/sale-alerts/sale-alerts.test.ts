import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { shares } from "../../catalogue/shares/tables.ts";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { tokens } from "../../platform/tokens/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { makeBundle } from "../../test/fixtures/bundles.ts";
import { requestPage } from "../../test/fixtures/pages.ts";
import { erase, prune } from "../../test/fixtures/personal-data.ts";
import { mailsTo, verify } from "../../test/fixtures/sale-helpers.ts";
import { makeBuyer, makePurchase, makeShare } from "../../test/fixtures/sales.ts";
import { call, makeCreator, ORIGIN, request, testCtx } from "../../test/fixtures/test-app.ts";
import { tokensOf } from "../../test/fixtures/tokens.ts";
import { readAlert } from "./alert-link.ts";
import { sendSaleAlerts } from "./send-alerts.ts";

const ctx = testCtx();
const HOUR_MS = 3_600_000;
let count = 0;
let networks = 0;

async function stoppedOffer(fields: Parameters<typeof makeShare>[1] = { selling: false }) {
	const creator = await makeCreator({ emailVerifiedAt: 1 });
	return { creator, share: await makeShare(creator.user.id, fields) };
}

const newAddress = () => `waits-${count++}@example.test`;

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
	request(path, {
		method: "POST",
		body: new URLSearchParams(fields).toString(),
		headers: {
			"Content-Type": "application/x-www-form-urlencoded",
			Origin: ORIGIN,
			// Each from another network, so that only the test of the limits meets them.
			"cf-connecting-ip": `2001:db8:${++networks}::1`,
			...headers,
		},
	});

const ask = (slug: string, email: string) => post(`/share/${slug}/tell-me`, { email });

/** The path of the link in the last mail to an address. */
async function linkTo(email: string): Promise<string> {
	const mail = (await mailsTo(email)).at(-1);
	const path = /\/tell-me\/[\w-]+/.exec(mail?.text ?? "")?.[0];
	if (!path) throw new Error("no link was mailed");
	return path;
}

/** An address that waits for a share and has confirmed it. */
async function waiting(slug: string): Promise<{ email: string; link: string }> {
	const email = newAddress();
	expect((await ask(slug, email)).status).toBe(200);
	const link = await linkTo(email);
	expect((await post(link, { do: "confirm" })).status).toBe(200);
	return { email, link };
}

const change = (id: string, fields: Partial<typeof shares.$inferInsert>) =>
	ctx.db.update(shares).set(fields).where(eq(shares.id, id));
const rowsOf = async (shareId: string) =>
	(await tokensOf(TOKENS.saleAlert, shareId)).map(readAlert);
const kindsTo = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind);
const at = (ms: number): Ctx => ({ ...ctx, now: () => Date.now() + ms });

const TOLD = ["sale-alert-confirmation", "sale-alert"];

describe("telling when a share is on sale", () => {
	const soon = Date.now() + HOUR_MS;
	it.each([
		["sales go on", { selling: false }, { selling: true }, 0],
		["the end is moved", { expiresAt: 1 }, { expiresAt: Date.now() + DAY_MS }, 0],
		[
			"the end is taken away where it ended access",
			{ expiresAt: 1, endsAccess: true },
			{ expiresAt: null },
			0,
		],
		["the time of the opening comes", { opensAt: soon }, { opensAt: soon }, HOUR_MS * 2],
		["more copies are for sale", { maxSales: 0 }, { maxSales: 1 }, 0],
	])("sends one mail when %s, and forgets the address", async (_, before, after, later) => {
		const { share } = await stoppedOffer(before);
		const { email } = await waiting(share.slug);
		await sendSaleAlerts(ctx);
		expect(await kindsTo(email)).toEqual(TOLD.slice(0, 1));
		await change(share.id, { ...after });
		await Promise.all([sendSaleAlerts(at(later)), sendSaleAlerts(at(later))]);
		await sendSaleAlerts(at(later));
		expect(await kindsTo(email)).toEqual(TOLD);
		expect(await rowsOf(share.id)).toEqual([]);
		const mail = (await mailsTo(email)).at(-1);
		expect(mail?.text).toContain(`${ORIGIN}/share/${share.slug}`);
		await change(share.id, { selling: false });
		await change(share.id, { selling: true });
		await sendSaleAlerts(at(later));
		expect(await kindsTo(email)).toEqual(TOLD);
	});

	it("sends it when a copy is refunded", async () => {
		const { share } = await stoppedOffer({ maxSales: 1 });
		const buyer = await makeBuyer();
		const purchase = await makePurchase(share, buyer.id);
		const { email } = await waiting(share.slug);
		await sendSaleAlerts(ctx);
		expect(await kindsTo(email)).toEqual(TOLD.slice(0, 1));
		await ctx.db.update(purchases).set({ state: "refunded" }).where(eq(purchases.id, purchase.id));
		await sendSaleAlerts(ctx);
		expect(await kindsTo(email)).toEqual(TOLD);
	});

	it("sends it for a bundle once all of its parts can be bought", async () => {
		const { creator, bundle, parts } = await makeBundle([{}, {}]);
		await verify(creator);
		const part = parts[0]?.id ?? "";
		await change(part, { status: "taken_down" });
		await change(bundle.id, { selling: false });
		const { email } = await waiting(bundle.slug);
		await change(bundle.id, { selling: true });
		await sendSaleAlerts(ctx);
		expect(await kindsTo(email)).toEqual(TOLD.slice(0, 1));
		expect((await ask(bundle.slug, newAddress())).status).toBe(200);
		await change(part, { status: "published" });
		await sendSaleAlerts(ctx);
		expect(await kindsTo(email)).toEqual(TOLD);
	});

	it("notifies everyone who waits, however many wait for other shares", async () => {
		const one = await stoppedOffer();
		const other = await stoppedOffer();
		const readers = [await waiting(one.share.slug), await waiting(one.share.slug)];
		const unlucky = await waiting(other.share.slug);
		await change(one.share.id, { selling: true });
		await sendSaleAlerts(ctx);
		for (const { email } of readers) expect(await kindsTo(email)).toEqual(TOLD);
		expect(await kindsTo(unlucky.email)).toEqual(TOLD.slice(0, 1));
		expect(await rowsOf(other.share.id)).toHaveLength(1);
	});

	it("writes in the language of the page", async () => {
		const { share } = await stoppedOffer();
		const email = newAddress();
		const path = `/share/${share.slug}/tell-me`;
		const page = await post(path, { email }, { "Accept-Language": "de" });
		expect(await page.text()).toContain("Schau in dein Postfach");
		await post(await linkTo(email), { do: "confirm" });
		await change(share.id, { selling: true });
		await sendSaleAlerts(ctx);
		expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
			"Möchtest du wissen, wenn es zu kaufen ist?",
			"Jetzt zu kaufen: die Dateien, auf die du wartest",
		]);
	});

	it("offers alerts on shares that open later or have ended, unless locked or of an unverified creator", async () => {
		const opening = await stoppedOffer({ opensAt: Date.now() + DAY_MS });
		const page = await requestPage(`/share/${opening.share.slug}`);
		expect(await page.text()).toContain("Tell me when it opens");
		const ended = await stoppedOffer({ expiresAt: 1, endsAccess: true });
		const over = await requestPage(`/share/${ended.share.slug}`);
		expect(await over.text()).toContain("Tell me when it’s back");
		const locked = await stoppedOffer({ passwordHash: "x", opensAt: Date.now() + DAY_MS });
		const hidden = await requestPage(`/share/${locked.share.slug}`);
		expect(await hidden.text()).not.toContain("tell-me");
		const unverified = await makeCreator({ emailVerifiedAt: null });
		for (const fields of [{ opensAt: Date.now() + DAY_MS }, { expiresAt: 1, endsAccess: true }]) {
			const { slug } = await makeShare(unverified.user.id, fields);
			expect(await (await requestPage(`/share/${slug}`)).text()).not.toContain("tell-me");
		}
	});
});

describe("an address that nobody has confirmed", () => {
	// G83
	it("deletes an unconfirmed address after two days", async () => {
		const { share } = await stoppedOffer();
		const email = newAddress();
		await ask(share.slug, email);
		await change(share.id, { selling: true });
		await sendSaleAlerts(ctx);
		expect(await kindsTo(email)).toEqual(["sale-alert-confirmation"]);
		const period = RETENTION.unconfirmedAlertDays * DAY_MS;
		await prune(at(period - HOUR_MS), tokens);
		expect(await rowsOf(share.id)).toHaveLength(1);
		await prune(at(period + HOUR_MS), tokens);
		expect(await rowsOf(share.id)).toEqual([]);
	});

	it("confirms nothing by opening the link, nor by a replaced one", async () => {
		const { share } = await stoppedOffer();
		const email = newAddress();
		await ask(share.slug, email);
		const first = await linkTo(email);
		expect(await (await request(first)).text()).toContain("Yes, tell me");
		expect(await rowsOf(share.id)).toMatchObject([{ confirmed: false }]);
		await ask(share.slug, email);
		expect((await post(first, { do: "confirm" })).status).toBe(404);
		expect((await post(await linkTo(email), { do: "confirm" })).status).toBe(200);
		expect(await rowsOf(share.id)).toMatchObject([{ confirmed: true }]);
	});
});

describe("the link in the mail", () => {
	// G83
	it("refuses links that are made up, expired or used up", async () => {
		const { share } = await stoppedOffer();
		const { email, link } = await waiting(share.slug);
		const [row] = await rowsOf(share.id);
		// The database stores something else than the link.
		for (const token of [`${link.slice(0, -1)}!`, `/tell-me/${row?.hash}`, "/tell-me/x"])
			for (const fields of [{ do: "confirm" }, { do: "stop" }])
				expect((await post(token, fields)).status).toBe(404);
		expect(await rowsOf(share.id)).toHaveLength(1);
		await change(share.id, { selling: true });
		await sendSaleAlerts(ctx);
		expect(await kindsTo(email)).toEqual(TOLD);
		const used = await post(link, { do: "confirm" });
		expect(used.status).toBe(404);
		expect(await used.text()).toContain("This link no longer works");
		expect(await rowsOf(share.id)).toEqual([]);
	});

	it("takes the address off the list, also by a mail program's button from another site", async () => {
		const { share } = await stoppedOffer();
		const onPage = await waiting(share.slug);
		const inMail = await waiting(share.slug);
		expect(await (await request(onPage.link)).text()).toContain("Don’t tell me");
		expect((await post(onPage.link, { do: "stop" })).status).toBe(200);
		const button = { "List-Unsubscribe": "One-Click" };
		const foreign = { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" };
		expect((await post(inMail.link, button, foreign)).status).toBe(200);
		expect(await rowsOf(share.id)).toEqual([]);
		await change(share.id, { selling: true });
		await sendSaleAlerts(ctx);
		for (const { email } of [onPage, inMail])
			expect(await kindsTo(email)).toEqual(["sale-alert-confirmation"]);
	});
});

describe("the form", () => {
	// G83
	it("answers the same for an address that is new, waits already, or is blocked", async () => {
		const { share, creator } = await stoppedOffer();
		const known = await waiting(share.slug);
		const blocked = newAddress();
		await call("POST", "/api/blocked-buyers", { email: blocked }, creator.cookies);
		const fresh = newAddress();
		const answers = await Promise.all(
			[known.email, blocked, fresh].map(async (email) => {
				const page = await ask(share.slug, email);
				return [page.status, (await page.text()).replaceAll(email, "EMAIL")];
			}),
		);
		expect(new Set(answers.map(String)).size).toBe(1);
		expect(answers[0]?.[0]).toBe(200);
		expect(await kindsTo(blocked)).toEqual([]);
		expect(await kindsTo(known.email)).toEqual(["sale-alert-confirmation"]);
		expect(await kindsTo(fresh)).toEqual(["sale-alert-confirmation"]);
		expect(await rowsOf(share.id)).toHaveLength(2);
	});

	it("explains a wrong address, and keeps it in the field", async () => {
		const { share } = await stoppedOffer();
		const page = await ask(share.slug, 'not "an" address');
		expect(page.status).toBe(422);
		const html = await page.text();
		expect(html).toContain("Please enter a valid email");
		expect(html).toContain('value="not &quot;an&quot; address"');
		expect((await post(`/share/${share.slug}/tell-me`, {})).status).toBe(422);
	});

	// G83
	it("limits an address, whatever its spelling, and says so on the page", async () => {
		const { share } = await stoppedOffer();
		const spellings = Array.from({ length: 6 }, (_, n) => `flood+${n}@example.test`);
		const statuses = [];
		for (const email of spellings) statuses.push((await ask(share.slug, email)).status);
		expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
		const page = await ask(share.slug, "flood@example.test");
		expect(page.headers.get("retry-after")).not.toBeNull();
		expect(await page.text()).toContain("Too many attempts");
		const sent = await Promise.all(spellings.map(kindsTo));
		expect(sent.flat()).toHaveLength(2);
		expect(await rowsOf(share.id)).toHaveLength(1);
	});

	it("leads back to a share that can be bought, and mails nothing", async () => {
		const { share } = await stoppedOffer({});
		const email = newAddress();
		const page = await ask(share.slug, email);
		expect([page.status, page.headers.get("location")]).toEqual([303, `/share/${share.slug}`]);
		expect(await mailsTo(email)).toEqual([]);
	});

	it("mails nothing about a share whose password was not given, or whose creator nobody has confirmed", async () => {
		const email = newAddress();
		const locked = await stoppedOffer({ passwordHash: "x", selling: false });
		expect((await ask(locked.share.slug, email)).status).toBe(303);
		const unopened = await stoppedOffer({ passwordHash: "x", opensAt: Date.now() + DAY_MS });
		expect((await ask(unopened.share.slug, email)).status).toBe(303);
		const creator = await makeCreator({ emailVerifiedAt: null });
		const unverified = await makeShare(creator.user.id, { selling: false });
		expect((await ask(unverified.slug, email)).status).toBe(303);
		expect((await ask("unknown-share", email)).status).toBe(404);
		expect(await mailsTo(email)).toEqual([]);
	});

	it("refuses the form from another site", async () => {
		const { share } = await stoppedOffer();
		const email = newAddress();
		const path = `/share/${share.slug}/tell-me`;
		const foreign = await post(path, { email }, { "Sec-Fetch-Site": "cross-site" });
		expect(foreign.status).toBe(403);
		expect(await mailsTo(email)).toEqual([]);
	});
});

describe("who waits is forgotten", () => {
	it.each([
		["is deleted", { status: "deleted" as const }],
		["is taken down", { status: "taken_down" as const }],
	])("when the share %s", async (_, fields) => {
		const { share } = await stoppedOffer();
		const { email } = await waiting(share.slug);
		await change(share.id, fields);
		await sendSaleAlerts(ctx);
		expect(await rowsOf(share.id)).toEqual([]);
		expect(await kindsTo(email)).toEqual(["sale-alert-confirmation"]);
	});

	it("when the operator suspends the creator", async () => {
		const { share, creator } = await stoppedOffer();
		const { email } = await waiting(share.slug);
		await ctx.db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, creator.user.id));
		await change(share.id, { selling: true });
		await sendSaleAlerts(ctx);
		expect(await rowsOf(share.id)).toEqual([]);
		expect(await kindsTo(email)).toEqual(["sale-alert-confirmation"]);
	});

	it("when the creator blocks the address, in any spelling", async () => {
		const { share, creator } = await stoppedOffer();
		const { email } = await waiting(share.slug);
		const spelling = email.replace("@", "+tag@").toUpperCase();
		await call("POST", "/api/blocked-buyers", { email: spelling }, creator.cookies);
		expect(await rowsOf(share.id)).toEqual([]);
		await change(share.id, { selling: true });
		await sendSaleAlerts(ctx);
		expect(await kindsTo(email)).toEqual(["sale-alert-confirmation"]);
	});

	it("when the account is deleted, and a year after it was confirmed", async () => {
		const { share, creator } = await stoppedOffer();
		await waiting(share.slug);
		await erase(ctx, creator.user.id);
		expect(await rowsOf(share.id)).toEqual([]);
		const other = await stoppedOffer();
		await waiting(other.share.slug);
		await prune(at(RETENTION.alertDays * DAY_MS - HOUR_MS), tokens);
		expect(await rowsOf(other.share.id)).toHaveLength(1);
		await prune(at(RETENTION.alertDays * DAY_MS + HOUR_MS), tokens);
		expect(await rowsOf(other.share.id)).toEqual([]);
	});
});
