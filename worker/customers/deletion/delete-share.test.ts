import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { eraseTitles } from "../../catalogue/shares/erase-share.ts";
import { filesOf } from "../../catalogue/shares/file-rows.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { ErrorBody } from "../../contract/errors.ts";
import { users } from "../../core/tables.ts";
import { renditions } from "../../files/previews/tables.ts";
import { cleanupObjects } from "../../maintenance/cleanup-objects.ts";
import { runPurges } from "../../platform/queue/purge.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { hashPassword } from "../../platform/security/passwords.ts";
import { outbox } from "../../platform/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { faultyContext } from "../../test/fakes/faults.ts";
import { beginCard, payCard, provider, reportSuccess } from "../../test/fakes/provider.ts";
import { makeBundle } from "../../test/fixtures/bundles.ts";
import { mailsTo, subjectsTo } from "../../test/fixtures/sale-helpers.ts";
import { accessFor, makeBuyer, makePurchase } from "../../test/fixtures/sales.ts";
import { makeStoredShare } from "../../test/fixtures/stored-share.ts";
import { call, cookiesOf, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import { unsubscribes } from "../updates/tables.ts";
import { deleteShare, deleteSharesOfCreator } from "./delete-share.ts";
import { finishDeletions } from "./finish-deletion.ts";

const DAY = 24 * 60 * 60 * 1000;
const later = (ms: number) => testCtx({ now: () => Date.now() + ms });
type Fields = Partial<typeof shares.$inferInsert>;

/** A share of a picture and a song with real objects, and how its link and files respond to each kind of visitor. */
async function stored(fields: Fields = {}) {
	const creator = await makeCreator({ emailVerifiedAt: 1 });
	const { share, files } = await makeStoredShare(
		creator.user.id,
		[
			{ name: "dusk.png", data: new Uint8Array([1, 2, 3]) },
			{ name: "dusk.mp3", data: new Uint8Array([4, 5, 6]) },
		],
		fields,
	);
	const [picture, song] = files;
	await testCtx()
		.db.insert(renditions)
		.values({
			fileId: picture!.id,
			shareId: share.id,
			kind: "image",
			hash: `hash-${share.id}`,
			mimeType: "image/webp",
			size: 3,
			inline: "data:image/webp;base64,AAAA",
			createdAt: 0,
		});
	const path = `/api/file-shares/${share.slug}`;
	const remove = (buyers = "keep") =>
		call("DELETE", `${path}?buyers=${buyers}`, undefined, creator.cookies);
	const routes = [
		path,
		`${path}/download-all-assets`,
		`/api/files/${picture!.id}/download`,
		`/api/files/${picture!.id}/preview`,
		`/api/files/${song!.id}/stream`,
		`/api/renditions/hash-${share.id}`,
	];
	const seenBy = async (cookies: Record<string, string> = {}) =>
		Promise.all(routes.map(async (route) => (await request(route, { cookies })).status));
	return { creator, share, files, path, remove, seenBy, tag: share.id.toLowerCase() };
}
const GONE = [404, 404, 404, 404, 404, 404];
const OPEN = [200, 200, 200, 200, 200, 200];

async function bought(slug: string, email: string) {
	const begun = await beginCard(slug);
	await payCard(begun.intentId);
	const told = await reportSuccess(begun.intentId, begun.cookies, email);
	const { receiptUrl } = (await told.json()) as { receiptUrl: string };
	return { ...begun, receiptUrl };
}

async function row(id: string) {
	const [share] = await testCtx().db.select().from(shares).where(eq(shares.id, id));
	return share!;
}
async function stateOf(shareId: string) {
	const rows = await testCtx().db.select().from(purchases).where(eq(purchases.shareId, shareId));
	return rows.map((purchase) => purchase.state).sort();
}

describe("deleting a share that has buyers", () => {
	// G5
	it("keeps every download route working for the buyers, and returns 404 to everyone else, its creator included", async () => {
		const { creator, share, remove, seenBy, path } = await stored();
		const buyer = await bought(share.slug, "kept@example.test");
		expect(await seenBy(buyer.cookies)).toEqual(OPEN);
		expect((await remove()).status).toBe(204);
		expect(await seenBy(buyer.cookies)).toEqual(OPEN);
		for (const cookies of [{}, creator.cookies, (await makeBuyer()).cookies])
			expect(await seenBy(cookies)).toEqual(GONE);
		const shown = await (await request(path, { cookies: buyer.cookies })).json();
		const { keptUntil } = await row(share.id);
		expect(shown).toMatchObject({
			fileShare: { selling: false, downloadUntil: new Date(keptUntil!).toISOString() },
		});
		const rendition = await request(`/api/renditions/hash-${share.id}`, buyer);
		expect(rendition.headers.get("cache-control")).toBe("private, no-store");
	});

	it("stops selling it", async () => {
		const { share, remove } = await stored();
		await bought(share.slug, "first@example.test");
		const open = await beginCard(share.slug);
		await remove();
		expect((await provider().paymentIntents.retrieve(open.intentId)).status).toBe("canceled");
		await expect(beginCard(share.slug)).rejects.toThrow("share.not_found");
		expect(await stateOf(share.id)).toEqual(["cancelled", "paid"]);
	});

	it("mails each buyer once with the end date and the receipt's link, which still works in another browser", async () => {
		const { share, remove, tag } = await stored();
		const one = await bought(share.slug, `one-${tag}@example.test`);
		await bought(share.slug, `two-${tag}@example.test`);
		await remove();
		await remove();
		await finishDeletions(testCtx());
		for (const name of ["one", "two"]) {
			const subjects = await subjectsTo(`${name}-${tag}@example.test`);
			expect(subjects.filter((subject) => subject.startsWith("Download until"))).toHaveLength(1);
		}
		const mails = await mailsTo(`one-${tag}@example.test`);
		const told = mails.find((mail) => mail.subject.startsWith("Download until"));
		expect(told?.text).toContain(one.receiptUrl);
		const token = one.receiptUrl.split("#")[1];
		const opened = await call("POST", "/api/receipts/redeem", { token });
		expect(await opened.json()).toMatchObject({
			receipt: { filesGone: false, downloadUntil: expect.stringMatching(/^\d{4}-/) },
		});
		const all = await request(`/api/file-shares/${share.slug}/download-all-assets`, {
			cookies: cookiesOf(opened),
		});
		expect(all.status).toBe(200);
	});

	it("mails those who have unsubscribed from the creator too, and names an earlier end of downloads", async () => {
		const expiresAt = Date.now() + 3 * DAY;
		const { creator, share, remove, tag } = await stored({ expiresAt, endsAccess: true });
		const email = `quiet-${tag}@example.test`;
		await bought(share.slug, email);
		await testCtx()
			.db.insert(unsubscribes)
			.values({ creatorId: creator.user.id, address: email, createdAt: 1 });
		await remove();
		const day = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });
		expect(await subjectsTo(email)).toContainEqual(
			expect.stringContaining(`until ${day.format(expiresAt)}`),
		);
	});

	it("mails nobody whose downloads had ended with the share", async () => {
		const { share, remove, tag } = await stored();
		const email = `over-${tag}@example.test`;
		await bought(share.slug, email);
		const day = { expiresAt: Date.now() - DAY, endsAccess: true };
		await testCtx().db.update(shares).set(day).where(eq(shares.id, share.id));
		await testCtx()
			.db.update(purchases)
			.set({ paidAt: Date.now() - 2 * DAY })
			.where(eq(purchases.shareId, share.id));
		await remove();
		expect(await subjectsTo(email)).toEqual([expect.stringContaining("receipt")]);
	});

	it("ends access when the period is over, and removes the content once, a day later", async () => {
		const { share, files, remove, path } = await stored();
		const buyer = await bought(share.slug, "late@example.test");
		await remove();
		const { keptUntil } = await row(share.id);
		expect(Math.abs(keptUntil! - Date.now() - 30 * DAY)).toBeLessThan(60_000);
		const token = buyer.cookies["__Host-buyer"] ?? "";
		const credentials = { sessionHash: null, buyerHash: await sha256(token) };
		const at = (ms: number) => testCtx({ credentials, now: () => ms });
		expect(await accessFor(at(keptUntil! - 1), share)).toMatchObject({ as: "buyer" });
		expect(await accessFor(at(keptUntil!), share)).toBeNull();
		// A download that has just begun may still be reading.
		await finishDeletions(later(30 * DAY + 60_000));
		await runPurges(later(30 * DAY + 60_000));
		expect(await env.FILES.head(files[0]!.objectKey)).not.toBeNull();
		for (let run = 0; run < 2; run++) {
			await finishDeletions(later(31 * DAY + 60_000));
			await runPurges(later(31 * DAY + 60_000));
		}
		for (const file of files) expect(await env.FILES.head(file.objectKey)).toBeNull();
		expect(await filesOf(testCtx(), share.id)).toEqual([]);
		expect((await row(share.id)).deletion).toBeNull();
		expect((await request(path, { cookies: buyer.cookies })).status).toBe(404);
		const receipts = await request("/api/my-purchases", { cookies: buyer.cookies });
		expect(await receipts.json()).toMatchObject([{ filesGone: true, state: "paid" }]);
	});

	it("protects its objects from the cleanup of objects without a live share", async () => {
		const { share, files, remove } = await stored();
		await bought(share.slug, "swept@example.test");
		await remove();
		await cleanupObjects(later(20 * DAY));
		for (const file of files) expect(await env.FILES.head(file.objectKey)).not.toBeNull();
	});

	it("keeps no content that nobody has bought", async () => {
		const unsold = await stored();
		await makePurchase(unsold.share, (await makeBuyer()).id, { state: "refunded" });
		await unsold.remove();
		expect(await filesOf(testCtx(), unsold.share.id)).toEqual([]);
		expect((await unsold.remove()).status).toBe(404);
	});

	it("refuses to delete a share that an operator took down", async () => {
		const { share, files, remove, seenBy, path, creator } = await stored({ status: "taken_down" });
		const buyer = await makeBuyer();
		await makePurchase(share, buyer.id);
		for (const buyers of ["keep", "refund"]) {
			const refused = await remove(buyers);
			expect([refused.status, (await refused.json<ErrorBody>()).code]).toEqual([
				409,
				"share.kept_as_evidence",
			]);
		}
		expect((await request(`${path}/deletion`, creator)).status).toBe(409);
		expect(await seenBy(buyer.cookies)).toEqual([410, 410, 410, 410, 410, 404]);
		expect(await env.FILES.head(files[0]!.objectKey)).not.toBeNull();
	});

	it("lets a paid link in link mode open it during the period, and no other link", async () => {
		const { share, remove, seenBy } = await stored({ saleMode: "link" });
		await makePurchase(share, (await makeBuyer()).id);
		await remove();
		expect(await seenBy()).toEqual(OPEN);
	});

	it("finishes a deletion by the cron after a crash", async () => {
		const { creator, share, remove, tag } = await stored();
		const email = `broken-${tag}@example.test`;
		await bought(share.slug, email);
		await remove();
		await testCtx().db.delete(outbox).where(eq(outbox.recipient, email));
		// As if the process had died after ending the sale.
		await testCtx().db.update(shares).set({ deletion: "tell" }).where(eq(shares.id, share.id));
		await finishDeletions(testCtx());
		expect(await subjectsTo(email)).toEqual([expect.stringContaining("Download until")]);
		expect((await row(share.id)).deletion).toBe("kept");
		expect((await remove()).status).toBe(204);
		const stranger = await makeCreator();
		const path = `/api/file-shares/${share.slug}`;
		expect((await call("DELETE", path, undefined, stranger.cookies)).status).toBe(404);
		expect(await accessFor(creator.ctx, share)).toBeNull();
	});
});

describe("deleting an account", () => {
	it("keeps a share that was taken down for the operator alone, and then removes it", async () => {
		const { creator, share, files, seenBy, tag } = await stored({ status: "taken_down" });
		const buyer = await makeBuyer();
		await makePurchase(share, buyer.id, { buyerEmail: `down-${tag}@example.test` });
		const remove = () => deleteSharesOfCreator(testCtx(), creator.user.id, { buyers: "keep" });
		await remove();
		const { keptUntil } = await row(share.id);
		await remove();
		expect(await row(share.id)).toMatchObject({ status: "taken_down", keptUntil });
		expect(await seenBy(buyer.cookies)).toEqual([410, 410, 410, 410, 410, 404]);
		expect(await subjectsTo(`down-${tag}@example.test`)).toEqual([]);
		await finishDeletions(later(30 * DAY));
		expect(await filesOf(testCtx(), share.id)).toHaveLength(2);
		await finishDeletions(later(31 * DAY + 60_000));
		await runPurges(later(31 * DAY + 60_000));
		expect(await env.FILES.head(files[0]!.objectKey)).toBeNull();
		expect(await row(share.id)).toMatchObject({ status: "deleted", deletion: null });
	});

	it("notifies every buyer of the last day, also many who paid directly, and by a job after the account is deleted", async () => {
		const { creator, share, tag } = await stored();
		const password = "a long password of a creator";
		const { db } = testCtx();
		await db
			.update(users)
			.set({ passwordHash: await hashPassword(password) })
			.where(eq(users.id, creator.user.id));
		const addresses = Array.from({ length: 70 }, (_, at) => `direct-${at}-${tag}@example.test`);
		for (const buyerEmail of addresses)
			await makePurchase(share, (await makeBuyer()).id, { route: "direct", buyerEmail });
		const deleted = await call("DELETE", "/api/account", { password }, creator.cookies);
		expect(deleted.status).toBe(204);
		// As if the process had died while notifying them.
		for (const address of addresses.slice(50))
			await db.delete(outbox).where(eq(outbox.recipient, address));
		await db.update(shares).set({ deletion: "tell" }).where(eq(shares.id, share.id));
		await finishDeletions(testCtx());
		const told = (await db.select().from(outbox)).filter(({ recipient }) =>
			addresses.includes(recipient),
		);
		expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(addresses.toSorted());
		expect(told.filter(({ kind, withheldBy }) => kind !== "share-ending" || withheldBy)).toEqual(
			[],
		);
	});

	it("removes the titles of shares that nobody has bought, now and with the last content", async () => {
		const { creator, share: sold, remove } = await stored();
		await makePurchase(sold, (await makeBuyer()).id);
		await remove();
		const make = (fields: Fields = {}) => makeStoredShare(creator.user.id, [], fields);
		const { share: unsold } = await make();
		const { share: down } = await make({ status: "taken_down" });
		await deleteSharesOfCreator(testCtx(), creator.user.id, { buyers: "keep" });
		await eraseTitles(testCtx(), creator.user.id);
		const isLeft = async (id: string) => (await row(id)).title !== "";
		const left = async () => Promise.all([sold, unsold, down].map(({ id }) => isLeft(id)));
		expect(await left()).toEqual([true, false, true]);
		const { db } = testCtx();
		await db.update(users).set({ deletedAt: 1 }).where(eq(users.id, creator.user.id));
		await finishDeletions(later(31 * DAY + 60_000));
		expect(await left()).toEqual([true, false, false]);
	});
});

describe("what is removed", () => {
	it("contains the hashes of the share's password and the id that a program gave it", async () => {
		const { share, remove } = await stored({
			passwordHash: "hash",
			unlockHash: "unlock",
			externalId: "order-1",
		});
		await remove();
		expect(await row(share.id)).toMatchObject({
			deletion: null,
			passwordHash: null,
			unlockHash: null,
			externalId: null,
		});
	});

	it("contains with the account the titles of parts of a bundle that somebody only began to buy", async () => {
		const { creator, bundle, parts } = await makeBundle([{}, {}]);
		await beginCard(bundle.slug);
		await deleteSharesOfCreator(testCtx(), creator.user.id, { buyers: "keep" });
		await eraseTitles(testCtx(), creator.user.id);
		const rows = await Promise.all([bundle, ...parts].map(({ id }) => row(id)));
		expect(rows.map(({ title }) => title)).toEqual(["", "", ""]);
	});
});

describe("refunding all and deleting", () => {
	it("refunds card payments and removes the content immediately", async () => {
		const { creator, share, remove, files, path, tag } = await stored();
		const preview = `${path}/deletion`;
		const one = await bought(share.slug, `r1-${tag}@example.test`);
		const two = await bought(share.slug, `r2-${tag}@example.test`);
		expect(await (await request(preview, creator)).json()).toMatchObject({
			buyers: 2,
			refundable: 2,
			refundAmount: "20.00",
			direct: 0,
			disputed: 0,
		});
		expect((await remove("refund")).status).toBe(204);
		for (const { intentId } of [one, two]) {
			const { data } = await provider().refunds.list({ payment_intent: intentId });
			expect(data.map((refund) => refund.amount)).toEqual([1000]);
		}
		expect(await stateOf(share.id)).toEqual(["refunded", "refunded"]);
		await runPurges(testCtx());
		expect(await env.FILES.head(files[0]!.objectKey)).toBeNull();
		const subjects = await subjectsTo(`r1-${tag}@example.test`);
		expect(subjects.some((subject) => subject.startsWith("Your purchase was refunded"))).toBe(true);
		expect(subjects.some((subject) => subject.startsWith("Download until"))).toBe(false);
		expect((await request(preview, creator)).status).toBe(404);
	});

	it("keeps the content for direct and disputed payments, which the platform cannot refund", async () => {
		const { creator, share, remove, seenBy, path } = await stored();
		const card = await bought(share.slug, "card@example.test");
		const direct = await makeBuyer();
		await makePurchase(share, direct.id, { route: "direct" });
		await makePurchase(share, (await makeBuyer()).id, { state: "disputed" });
		expect(await (await request(`${path}/deletion`, creator)).json()).toMatchObject({
			buyers: 3,
			refundable: 1,
			refundAmount: "10.00",
			direct: 1,
			disputed: 1,
		});
		await remove("refund");
		expect(await seenBy(card.cookies)).toEqual(GONE);
		expect(await seenBy(direct.cookies)).toEqual(OPEN);
		expect(await stateOf(share.id)).toEqual(["disputed", "paid", "refunded"]);
	});

	it("refunds buyers after a deletion that kept the content", async () => {
		const { share, remove, seenBy } = await stored();
		const buyer = await bought(share.slug, "turn@example.test");
		await remove();
		await remove("refund");
		expect(await stateOf(share.id)).toEqual(["refunded"]);
		expect(await seenBy(buyer.cookies)).toEqual(GONE);
	});

	it("continues after an outage of the provider, and refunds each buyer once", async () => {
		const { creator, share } = await stored();
		const one = await bought(share.slug, "away@example.test");
		const away = faultyContext({ where: "provider", when: "before", at: 1 }).ctx();
		const input = { slug: share.slug, buyers: "refund" } as const;
		await deleteShare({ ...away, user: creator.user }, input);
		expect(await row(share.id)).toMatchObject({ status: "deleted", deletion: "refund" });
		expect(await stateOf(share.id)).toEqual(["paid"]);
		await Promise.all([finishDeletions(testCtx()), finishDeletions(testCtx())]);
		const { data } = await provider().refunds.list({ payment_intent: one.intentId });
		expect(data.map((refund) => refund.amount)).toEqual([1000]);
		expect(await stateOf(share.id)).toEqual(["refunded"]);
		expect((await row(share.id)).deletion).toBeNull();
	});
});

describe("direct payments that wait when a share is deleted", () => {
	it("declines them, and tells the buyer who has the money", async () => {
		const { creator, share, remove, path, tag } = await stored();
		const email = `claim-${tag}@example.test`;
		const claimed = await makePurchase(share, (await makeBuyer()).id, {
			state: "claimed",
			route: "direct",
			buyerEmail: email,
			claimedAt: 1,
			confirmationCode: "CODE123",
		});
		expect(await (await request(`${path}/deletion`, creator)).json()).toMatchObject({
			waitingClaims: 1,
		});
		await remove();
		await remove();
		expect(await stateOf(share.id)).toEqual(["declined"]);
		const mails = await mailsTo(email);
		expect(mails).toHaveLength(1);
		expect(mails[0]!.text).toContain("ask the creator there to return it");
		expect(mails[0]!.subject).not.toContain(share.title);
		const approved = await call(
			"POST",
			`/api/direct-claims/${claimed.id}/approve`,
			undefined,
			creator.cookies,
		);
		expect(approved.status).toBe(409);
	});
});
