import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../contract/retention.ts";
import { mailLanguage } from "../../core/mail-texts.ts";
import { deleteSharesOfCreator } from "../../customers/deletion/delete-share.ts";
import { findObstacles } from "../../customers/deletion/obstacles.ts";
import type { MyPurchase } from "../../customers/receipts/contract.ts";
import { reachableBuyers } from "../../customers/updates/recipients.ts";
import { checkPurchases } from "../../maintenance/invariants/check-rows.ts";
import type { ConfirmDirectResponse } from "../../payments/direct/contract/direct.ts";
import { purchaseParts, purchases } from "../../purchases/entitlements/tables.ts";
import { beginCard, payCard, provider, reportSuccess } from "../../test/fakes/provider.ts";
import { makeBundle, openOf } from "../../test/fixtures/bundles.ts";
import { mailsTo, purchaseOf, subjectsTo, verify } from "../../test/fixtures/sale-helpers.ts";
import { call, cookiesOf, request, testCtx } from "../../test/fixtures/test-app.ts";
import type { DeletionPreview } from "../shares/contract/shares.ts";
import { allFiles, files, shares } from "../shares/tables.ts";

type Cookies = Record<string, string>;
type Slug = { id: string; slug: string };

let count = 0;
async function buy(share: Slug, cookies: Cookies = {}, email = `bundle-${count++}@example.test`) {
	const begun = await beginCard(share.slug, cookies);
	await payCard(begun.intentId);
	expect((await reportSuccess(begun.intentId, begun.cookies, email)).status).toBe(200);
	return { ...begun, email, purchase: await purchaseOf(begun.intentId) };
}
const remove = (it: { cookies: Cookies }, share: Slug, buyersGet = "keep") =>
	call("DELETE", `/api/file-shares/${share.slug}?buyers=${buyersGet}`, undefined, it.cookies);
const take = (it: { cookies: Cookies }, bundle: Slug, parts: readonly Slug[]) =>
	call(
		"PATCH",
		`/api/file-shares/${bundle.slug}`,
		{ parts: parts.map(({ slug }) => slug) },
		it.cookies,
	);
const mine = async (cookies: Cookies) =>
	(await request("/api/my-purchases", { cookies })).json<MyPurchase[]>();

describe("a bundle's buyer", () => {
	it("lists the parts and their new files on a bundle's receipt", async () => {
		const { creator, bundle, parts } = await makeBundle([{ title: "One" }, { title: "Two" }, {}]);
		const { cookies, purchase } = await buy(bundle);
		const rest = parts.slice(1);
		expect((await take(creator, bundle, rest.toReversed())).status).toBe(200);
		const [file] = await testCtx().db.select().from(files).where(eq(files.shareId, rest[0]!.id));
		await testCtx()
			.db.insert(allFiles)
			.values({
				...file!,
				id: `new-${purchase.id}`,
				objectKey: `new-${purchase.id}`,
				position: 1,
				createdAt: Date.now() + 1000,
			});
		const [receipt] = await mine(cookies);
		expect(receipt).toMatchObject({ title: "All of it", filesGone: false, downloadUntil: null });
		expect(receipt?.parts?.map(({ shareId }) => shareId)).toEqual([
			...rest.toReversed().map(({ slug }) => slug),
			parts[0]?.slug,
		]);
		expect(receipt?.news.map(({ id }) => id)).toEqual([`new-${purchase.id}`]);
		const { cookies: other } = await buy(parts[0] as Slug);
		expect((await mine(other))[0]?.parts).toBeUndefined();
	});

	it("reaches a bundle's buyers through each part, once per address", async () => {
		const { bundle, parts } = await makeBundle();
		const { cookies, email } = await buy(bundle);
		const own = await buy(parts[0] as Slug);
		const reached = (share: Slug) =>
			testCtx().db.all<{ address: string }>(
				sql`select address from ${reachableBuyers(share.id)} order by address`,
			);
		expect((await reached(parts[0] as Slug)).map(({ address }) => address)).toEqual(
			[email, own.email].toSorted(),
		);
		expect((await reached(parts[1] as Slug)).map(({ address }) => address)).toEqual([email]);
		expect((await reached(bundle)).map(({ address }) => address)).toEqual([email]);
		expect(await openOf(parts, cookies)).toEqual([true, true, true]);
	});
});

describe("a bundle that is deleted", () => {
	it("keeps a deleted bundle's parts for its buyers, and cancels open payments", async () => {
		const { creator, bundle, parts } = await makeBundle([{}, {}]);
		await verify(creator);
		const { cookies, email } = await buy(bundle);
		const open = await beginCard(bundle.slug);
		const told = (await subjectsTo(email)).length;
		const preview = await request(`/api/file-shares/${bundle.slug}/deletion`, {
			cookies: creator.cookies,
		});
		expect(await preview.json()).toMatchObject({ buyers: 1, keptUntil: null });
		expect((await remove(creator, bundle)).status).toBe(204);
		expect(await openOf(parts, cookies)).toEqual([true, true]);
		expect(await subjectsTo(email)).toHaveLength(told);
		expect((await provider().paymentIntents.retrieve(open.intentId)).status).toBe("canceled");
		expect((await request(`/api/file-shares/${bundle.slug}`)).status).toBe(404);
		expect((await mine(cookies))[0]).toMatchObject({
			filesGone: false,
			downloadUntil: null,
			parts: [{ filesGone: false }, { filesGone: false }],
		});
	});

	it("refunds a deleted bundle's buyers, who lose its parts", async () => {
		const { creator, bundle, parts } = await makeBundle([{}, {}]);
		const { cookies } = await buy(parts[0] as Slug);
		const { purchase } = await buy(bundle, cookies);
		expect((await remove(creator, bundle, "refund")).status).toBe(204);
		expect(await openOf(parts, cookies)).toEqual([true, false]);
		const [row] = await testCtx().db.select().from(purchases).where(eq(purchases.id, purchase.id));
		expect(row).toMatchObject({ state: "refunded", refundedCents: 2000 });
	});
});

describe("a part that is deleted", () => {
	it("keeps a deleted part for buyers of its bundle, and says until when", async () => {
		const { creator, bundle, parts } = await makeBundle();
		const [part, ...others] = parts;
		const { cookies, email } = await buy(bundle);
		const open = await beginCard(bundle.slug);
		expect((await take(creator, bundle, others)).status).toBe(200);
		const path = `/api/file-shares/${part?.slug}/deletion`;
		const preview = await (
			await request(path, { cookies: creator.cookies })
		).json<DeletionPreview>();
		expect(preview).toMatchObject({ buyers: 1, refundable: 0, direct: 0, refundAmount: "0.00" });
		expect((await remove(creator, part as Slug, "refund")).status).toBe(204);
		expect(await openOf(parts, cookies)).toEqual([true, true, true]);
		expect(await openOf(parts, {})).toEqual([false, false, false]);
		expect((await subjectsTo(email)).at(-1)).toContain("until");
		expect((await provider().paymentIntents.retrieve(open.intentId)).status).toBe("canceled");
		const [receipt] = await mine(cookies);
		expect(receipt).toMatchObject({ filesGone: false, downloadUntil: null });
		expect(receipt?.parts?.find(({ shareId }) => shareId === part?.slug)).toMatchObject({
			filesGone: false,
			downloadUntil: expect.any(String),
		});
	});

	it("mails the end of downloads for each deleted part", async () => {
		const soon = Date.now() + 5 * DAY_MS;
		const { creator, bundle, parts } = await makeBundle([
			{ expiresAt: soon, endsAccess: true },
			{},
			{},
			{},
		]);
		await verify(creator);
		const { email } = await buy(bundle);
		const { DELETED_SHARE_KEEP_DAYS: days } = testCtx().config;
		for (const [at, end] of [soon, Date.now() + days * DAY_MS].entries()) {
			expect((await take(creator, bundle, parts.slice(at + 1))).status).toBe(200);
			expect((await remove(creator, parts[at] as Slug)).status).toBe(204);
			const { day } = mailLanguage("en");
			expect((await subjectsTo(email)).at(-1)).toContain(`until ${day(end)}`);
		}
	});

	it("sends a bundle's buyers one mail when its creator's account is deleted", async () => {
		const { creator, bundle, parts } = await makeBundle();
		const { cookies, email } = await buy(bundle);
		const before = (await mailsTo(email)).length;
		await deleteSharesOfCreator(testCtx(), creator.user.id, { buyers: "keep" });
		expect(await openOf(parts, cookies)).toEqual([true, true, true]);
		expect((await mailsTo(email)).length).toBe(before + 1);
		expect((await mine(cookies))[0]).toMatchObject({
			filesGone: false,
			downloadUntil: expect.any(String),
		});
	});

	it("closes all parts when a bundle's buyers are refunded with the account", async () => {
		const { creator, bundle, parts } = await makeBundle([{}, {}]);
		const { cookies } = await buy(bundle);
		await deleteSharesOfCreator(testCtx(), creator.user.id, { buyers: "refund" });
		expect(await openOf(parts, cookies)).toEqual([false, false]);
		const rows = await testCtx()
			.db.select()
			.from(shares)
			.where(eq(shares.creatorId, creator.user.id));
		expect(rows.map(({ keptUntil, deletion }) => [keptUntil, deletion])).toEqual(
			rows.map(() => [null, null]),
		);
	});
});

describe("a bundle that was deleted before its creator's account", () => {
	it("counts and refunds a deleted bundle's buyers with the account", async () => {
		const { creator, bundle, parts } = await makeBundle([{}, {}]);
		const { cookies, purchase } = await buy(bundle);
		expect((await remove(creator, bundle)).status).toBe(204);
		expect(await openOf(parts, cookies)).toEqual([true, true]);
		const preview = await request("/api/account/deletion", { cookies: creator.cookies });
		expect(await preview.json()).toMatchObject({
			buyers: 1,
			refundable: 1,
			refundAmount: "20.00",
		});
		const userId = creator.user.id;
		expect(await findObstacles(testCtx(), userId, { buyers: "refund" })).toEqual([]);
		await deleteSharesOfCreator(testCtx(), userId, { buyers: "refund" });
		const [row] = await testCtx().db.select().from(purchases).where(eq(purchases.id, purchase.id));
		expect(row).toMatchObject({ state: "refunded", refundedCents: 2000 });
		expect(await openOf(parts, cookies)).toEqual([false, false]);
		const rows = await testCtx().db.select().from(shares).where(eq(shares.creatorId, userId));
		expect(rows.map(({ deletion, keptUntil }) => [deletion, keptUntil])).toEqual(
			rows.map(() => [null, null]),
		);
	});

	it("keeps a deleted bundle's parts after the account is deleted, and tells its buyers", async () => {
		const { creator, bundle, parts } = await makeBundle([{}, {}]);
		const { cookies, email } = await buy(bundle);
		expect((await remove(creator, bundle)).status).toBe(204);
		const before = (await mailsTo(email)).length;
		await deleteSharesOfCreator(testCtx(), creator.user.id, { buyers: "keep" });
		expect(await openOf(parts, cookies)).toEqual([true, true]);
		expect((await mailsTo(email)).length).toBeGreaterThan(before);
	});
});

describe("a direct payment for a bundle", () => {
	async function claimed(bundle: Slug) {
		const response = await call("POST", "/api/confirm-direct-payment", {
			shareId: bundle.slug,
			buyerEmail: "direct@example.test",
			confirmationCode: `BUNDLE${count++}`,
		});
		expect(response.status).toBe(200);
		const { claimId } = await response.json<ConfirmDirectResponse>();
		return { id: claimId, cookies: cookiesOf(response) };
	}
	const withHandle = async () => {
		const made = await makeBundle([{}, {}]);
		await verify(made.creator);
		const json = { cashAppHandle: "$creator1" };
		await call("POST", "/api/setup-cashapp", json, made.creator.cookies);
		return made;
	};
	const change = ({ id }: Slug, fields: Partial<typeof shares.$inferInsert>) =>
		testCtx().db.update(shares).set(fields).where(eq(shares.id, id));
	const stateOf = async (id: string) =>
		(await testCtx().db.select().from(purchases).where(eq(purchases.id, id)))[0];

	it("opens the parts once a direct payment is approved", async () => {
		const { creator, bundle, parts } = await withHandle();
		const { id, cookies } = await claimed(bundle);
		expect(await openOf(parts, cookies)).toEqual([false, false]);
		const path = `/api/direct-claims/${id}/approve`;
		expect((await call("POST", path, {}, creator.cookies)).status).toBe(200);
		expect(await openOf(parts, cookies)).toEqual([true, true]);
	});

	it("refuses to raise the limit while a part is missing", async () => {
		const { creator, bundle, parts } = await withHandle();
		const { id } = await claimed(bundle);
		await change(bundle, { maxSales: 1 });
		await buy(bundle);
		await change(parts[0] as Slug, { status: "taken_down" });
		const path = `/api/direct-claims/${id}/approve`;
		const refused = await call("POST", path, { raise: true }, creator.cookies);
		expect(await refused.json()).toMatchObject({ reason: "claim.files_gone" });
		const [row] = await testCtx().db.select().from(shares).where(eq(shares.id, bundle.id));
		expect(row?.maxSales).toBe(1);
	});

	it("declines a direct payment once the buyer has bought all parts by card", async () => {
		const { bundle, parts } = await withHandle();
		const { id, cookies } = await claimed(bundle);
		await buy(parts[0] as Slug, cookies);
		expect(await stateOf(id)).toMatchObject({ state: "claimed" });
		await buy(parts[1] as Slug, cookies);
		expect(await stateOf(id)).toMatchObject({ state: "declined", declineReason: "already_open" });
	});
});

it("a purchase of a bundle that opens nothing is found by the nightly check", async () => {
	const { bundle } = await makeBundle([{}, {}]);
	const { purchase } = await buy(bundle);
	const before = purchase.id.slice(0, -1);
	const ours = async () =>
		(await checkPurchases(testCtx(), before)).findings.filter(
			({ purchaseId }) => purchaseId === purchase.id,
		);
	expect(await ours()).toEqual([]);
	await testCtx().db.delete(purchaseParts).where(eq(purchaseParts.purchaseId, purchase.id));
	expect(await ours()).toMatchObject([{ problem: "parts", found: "none" }]);
});
