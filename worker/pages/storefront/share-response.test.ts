import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import type { ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { allFiles, isLiveIn, shares } from "../../catalogue/shares/tables.ts";
import { readImageHeader } from "../../files/contract/image-header.ts";
import { INLINED_PREVIEWS } from "../../files/previews/contract/previews.ts";
import { makeDuePreviews, makeSharePreviews } from "../../files/previews/make-share-previews.ts";
import { noteMissingPreviews } from "../../files/previews/missing-previews.ts";
import { payoutMethods } from "../../payments/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { recordingCtx } from "../../test/fakes/recording-ctx.ts";
import { makeFile } from "../../test/fixtures/files.ts";
import { halvesPng } from "../../test/fixtures/images.ts";
import { requestPage } from "../../test/fixtures/pages.ts";
import { makeBuyer, makePurchase, makeSale, makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { findSharePage } from "./share-response.ts";

const shareResponse = async (...given: Parameters<typeof findSharePage>) =>
	(await findSharePage(...given)).page;

const ctx = testCtx();

it("returns the offer to everyone, and each viewer's own access", async () => {
	const { creator, share, buyer } = await makeSale({ share: { priceCents: 4900 } });
	const page = async (cookies = {}) => {
		const response = await requestPage(`/api/file-shares/${share.slug}`, cookies);
		expect(response.headers.get("cache-control")).toBe("private, no-store");
		return (await response.json()) as ShareResponse;
	};
	const stranger = await page();
	expect(stranger.fileShare).toMatchObject({
		shareId: share.slug,
		title: "Sunset set",
		price: "49.00",
		status: "published",
		isPaid: false,
		isOwner: false,
		soldOut: false,
		selling: true,
	});
	expect(stranger.files).toMatchObject([{ originalName: "sunset.txt", preview: null }]);
	expect(stranger.creator).toEqual({
		displayName: null,
		paymentMethod: null,
		cashAppHandle: null,
		acceptsCard: true,
		acceptsDirect: false,
		mailsReceipts: false,
	});
	expect((await page(buyer.cookies)).fileShare).toMatchObject({ isPaid: true, isOwner: false });
	expect((await page(creator.cookies)).fileShare).toMatchObject({ isPaid: false, isOwner: true });
	expect(JSON.stringify(stranger)).not.toContain("originals/");
	expect(JSON.stringify(stranger)).not.toContain(creator.user.email);
});

it("reports a refund, a dispute or an access that was ended to the holder of the purchase only", async () => {
	const { share, buyer } = await makeSale();
	const lost = async (cookies = {}) =>
		((await (await requestPage(`/api/file-shares/${share.slug}`, cookies)).json()) as ShareResponse)
			.lostPurchase;
	const become = (state: "paid" | "disputed" | "refunded", refundedCents = 0) =>
		ctx.db.update(purchases).set({ state, refundedCents }).where(eq(purchases.shareId, share.id));
	expect(await lost(buyer.cookies)).toBeNull();
	await become("disputed");
	expect(await lost(buyer.cookies)).toBe("disputed");
	await become("refunded");
	expect(await lost(buyer.cookies)).toBe("lost");
	await become("refunded", 1000);
	expect(await lost(buyer.cookies)).toBe("refunded");
	await become("paid");
	await ctx.db.update(purchases).set({ revokedAt: 1 }).where(eq(purchases.shareId, share.id));
	expect(await lost(buyer.cookies)).toBe("revoked");
	expect(await lost()).toBeNull();
	expect(await lost((await makeBuyer()).cookies)).toBeNull();
	await makePurchase(share, buyer.id);
	expect(await lost(buyer.cookies)).toBeNull();
});

it("includes the creator and the payment routes; below 50 cents only the direct one", async () => {
	const { user } = await makeCreator({ firstName: "Ada", lastName: "Byron" });
	const payout = { userId: user.id, cashAppHandle: "$ada", updatedAt: 1 };
	await ctx.db.insert(payoutMethods).values(payout);
	const cheap = await makeShare(user.id, { priceCents: 49 });
	expect((await shareResponse(ctx, cheap.slug)).creator).toEqual({
		displayName: "Ada Byron",
		paymentMethod: "cashapp",
		cashAppHandle: "$ada",
		acceptsCard: false,
		acceptsDirect: true,
		directBy: "Cash App",
		mailsReceipts: false,
	});
	await ctx.db
		.update(payoutMethods)
		.set({ stripeAccountId: `acct_${user.id}`, chargesEnabled: true })
		.where(eq(payoutMethods.userId, user.id));
	const dear = await makeShare(user.id, { priceCents: 50 });
	expect((await shareResponse(ctx, dear.slug)).creator).toMatchObject({
		paymentMethod: "both",
		acceptsCard: true,
		acceptsDirect: true,
		mailsReceipts: false,
	});
});

it("inlines the first previews and gives URLs for the others", async () => {
	const share = await makeShare((await makeCreator()).user.id);
	await ctx.db.delete(allFiles).where(isLiveIn(share.id));
	const bytes = halvesPng(40, 30);
	for (let position = 0; position < INLINED_PREVIEWS + 2; position++)
		await makeFile(share, bytes, {
			originalName: `${position}.png`,
			mimeType: "image/png",
			position,
		});
	await makeSharePreviews(ctx, share.id);
	await noteMissingPreviews(ctx, share.id);
	await makeDuePreviews(ctx);
	const page = await shareResponse(ctx, share.slug);
	expect(page.files.map((file) => file.originalName)).toEqual(
		Array.from({ length: INLINED_PREVIEWS + 2 }, (_, index) => `${index}.png`),
	);
	for (const { preview } of page.files.slice(0, INLINED_PREVIEWS))
		expect(preview).toMatchObject({
			kind: "image",
			width: 40,
			height: 30,
			src: null,
			placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
		});
	for (const { preview } of page.files.slice(INLINED_PREVIEWS)) {
		expect(preview?.placeholder).toBeNull();
		const shown = await requestPage(preview?.src ?? "");
		expect(shown.status).toBe(200);
		expect(readImageHeader(new Uint8Array(await shown.arrayBuffer()))?.width).toBe(10);
	}
});

it("reads a share in one database round trip", async () => {
	const { share, buyer } = await makeSale();
	const { ctx, statements } = recordingCtx({ credentials: buyer.ctx.credentials });
	const batch = vi.spyOn(ctx.replica, "batch");
	await shareResponse(ctx, share.slug);
	expect(batch).toHaveBeenCalledTimes(1);
	expect(statements).toHaveLength(4);
});

it("lists no files during the upload, and returns 404 after deletion", async () => {
	const share = await makeShare((await makeCreator()).user.id, { status: "uploading" });
	const page = await shareResponse(ctx, share.slug);
	expect(page).toMatchObject({ fileShare: { status: "uploading" }, files: [] });
	for (const [status, expected] of [
		["deleted", 404],
		["taken_down", 410],
	] as const) {
		await ctx.db.update(shares).set({ status }).where(eq(shares.id, share.id));
		expect((await requestPage(`/api/file-shares/${share.slug}`)).status).toBe(expected);
		expect((await requestPage(`/share/${share.slug}`)).status).toBe(expected);
		expect((await requestPage(`/share/${share.slug}/card.jpg`)).status).toBe(expected);
	}
	expect((await requestPage("/api/file-shares/nobody-knows-this")).status).toBe(404);
});

it("reports a share as sold out when no stock is left", async () => {
	const { user } = await makeCreator();
	const share = await makeShare(user.id, { maxSales: 1 });
	await makePurchase(share, (await makeBuyer()).id);
	expect((await shareResponse(ctx, share.slug)).fileShare).toMatchObject({
		soldOut: true,
		isPaid: false,
	});
	const { share: link } = await makeSale({ share: { saleMode: "link" } });
	expect((await shareResponse(ctx, link.slug)).fileShare).toMatchObject({ isPaid: true });
});
