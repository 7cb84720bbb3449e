import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { shares } from "../../catalogue/shares/tables.ts";
import { findSharePage } from "../../pages/storefront/share-response.ts";
import { outbox } from "../../platform/tables.ts";
import { beginCard, payCard, reportSuccess } from "../../test/fakes/provider.ts";
import { makeSale, makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import type { MyPurchase } from "./contract.ts";

const shareResponse = async (...given: Parameters<typeof findSharePage>) =>
	(await findSharePage(...given)).page;

const ctx = testCtx();
const DAY = 24 * 60 * 60 * 1000;
const iso = (at: number) => new Date(at).toISOString();
type Share = Partial<typeof shares.$inferInsert>;

/** The receipt's words about a share whose downloads end. */
async function told(share: Share, purchase = {}) {
	const { buyer } = await makeSale({ share: { endsAccess: true, ...share }, purchase });
	const response = await request("/api/my-purchases", { cookies: buyer.cookies });
	const [one] = await response.json<MyPurchase[]>();
	return one && [one.downloadUntil, one.accessUntil, one.filesGone];
}

test("shows the end of downloads on a receipt if the share ends for its buyers too", async () => {
	const soon = ctx.now() + DAY;
	const later = soon + DAY;
	const past = ctx.now() - DAY;
	expect(await told({ expiresAt: null })).toEqual([null, null, false]);
	expect(await told({ expiresAt: soon, endsAccess: false })).toEqual([null, null, false]);
	expect(await told({ expiresAt: soon })).toEqual([null, iso(soon), false]);
	const inTime = { paidAt: past - 1000 };
	expect(await told({ expiresAt: past }, inTime)).toEqual([null, iso(past), true]);
	// Late payers get a day.
	const paidAt = ctx.now() - 1000;
	const late = [null, iso(paidAt + DAY), false];
	expect(await told({ expiresAt: past }, { paidAt })).toEqual(late);
	// For a deleted share, whichever end comes first.
	const deleted = { status: "deleted", deletion: "kept" } as const;
	const keptFirst = await told({ ...deleted, keptUntil: soon, expiresAt: later });
	expect(keptFirst).toEqual([iso(soon), null, false]);
	const endsFirst = await told({ ...deleted, keptUntil: later, expiresAt: soon });
	expect(endsFirst).toEqual([null, iso(soon), false]);
});

test("the share page and the mail with the receipt have it too, in place of the time after a deletion", async () => {
	const creator = await makeCreator();
	const expiresAt = Date.UTC(2097, 0, 2, 8);
	const share = await makeShare(creator.user.id, { expiresAt, endsAccess: true });
	const { fileShare } = await shareResponse(ctx, share.slug);
	expect(fileShare).toMatchObject({ accessUntil: iso(expiresAt), downloadUntil: null });
	const started = await beginCard(share.slug);
	await payCard(started.intentId);
	const to = `${ctx.id()}@example.test`.toLowerCase();
	await reportSuccess(started.intentId, started.cookies, to);
	const [mail] = await ctx.db.select().from(outbox).where(eq(outbox.recipient, to));
	expect(mail?.text).toContain("until January 2, 2097");
	expect(mail?.text).not.toContain("If the creator deletes");

	await ctx.db.update(shares).set({ endsAccess: false }).where(eq(shares.id, share.id));
	expect((await shareResponse(ctx, share.slug)).fileShare).not.toHaveProperty("accessUntil");
});
