import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { shareListQuery } from "../../catalogue/shares/contract/share-list.ts";
import type { MyShare } from "../../catalogue/shares/contract/shares.ts";
import { allFiles, isLiveIn } from "../../catalogue/shares/tables.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { makeSharePreviews } from "../../files/previews/make-share-previews.ts";
import { shareDays } from "../../purchases/views/tables.ts";
import { makeFile } from "../../test/fixtures/files.ts";
import { halvesPng } from "../../test/fixtures/images.ts";
import { makeBuyer, makePurchase, makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import { dashboardMetrics } from "./metrics.ts";
import { myShares } from "./my-shares.ts";

const ctx = testCtx();
const DAY = 24 * 60 * 60 * 1000;

async function firstPage(mine: CreatorCtx): Promise<MyShare[]> {
	return (await myShares(mine, sql`${mine.user.id}`, shareListQuery.parse({}))).shares;
}

type Share = Awaited<ReturnType<typeof makeShare>>;
async function sell(share: Share, fields: Parameters<typeof makePurchase>[2] = {}) {
	return makePurchase(share, (await makeBuyer()).id, fields);
}
function view(share: Share, day: string, source = "direct") {
	return ctx.db.insert(shareDays).values({ shareId: share.id, day, source, country: "", views: 1 });
}

describe("GET /api/my-file-shares", () => {
	it("lists the creator's own shares, newest first, with their metrics", async () => {
		const { user, ctx: mine } = await makeCreator();
		const old = await makeShare(user.id, { title: "Old", createdAt: 1000, priceCents: 1000 });
		const young = await makeShare(user.id, { title: "Young", createdAt: 2000, maxSales: 1 });
		await makeShare(user.id, { title: "Gone", status: "deleted" });
		await makeShare((await makeCreator()).user.id, { title: "Somebody else's" });
		await sell(old);
		await sell(old, { refundedCents: 250 });
		await sell(old, { state: "refunded", refundedCents: 1000 });
		await sell(old, { state: "disputed" });
		await sell(old, { state: "started" });
		await sell(old, { state: "claimed", route: "direct" });
		await sell(young);
		await view(old, "2026-01-01");
		await view(old, "2026-01-02");
		const list = await firstPage(mine);
		expect(list.map((share) => share.title)).toEqual(["Young", "Old"]);
		expect(list[1]).toMatchObject({
			sales: 2,
			earned: "17.50",
			views: 2,
			pendingClaims: 1,
			isPaid: true,
			isOwner: true,
			soldOut: false,
			status: "published",
		});
		expect(list[0]).toMatchObject({ sales: 1, soldOut: true, views: 0, pendingClaims: 0 });
	});

	it("returns the first four files of each, with previews, and the total number", async () => {
		const { user, ctx: mine } = await makeCreator();
		const shares = [
			await makeShare(user.id, { fileCount: 6 }),
			await makeShare(user.id, { fileCount: 6 }),
		];
		for (const share of shares) {
			await ctx.db.delete(allFiles).where(isLiveIn(share.id));
			for (const position of [0, 1, 2, 3, 5, 7])
				await makeFile(share, halvesPng(40, 30), {
					originalName: `${position}.png`,
					mimeType: "image/png",
					position,
				});
			await makeSharePreviews(ctx, share.id);
		}
		const list = await firstPage(mine);
		expect(list).toHaveLength(2);
		for (const share of list) {
			expect(share.fileCount).toBe(6);
			expect(share.files.map((file) => file.originalName)).toEqual([
				"0.png",
				"1.png",
				"2.png",
				"3.png",
			]);
			for (const { preview } of share.files)
				expect(preview).toMatchObject({ kind: "image", width: 40, height: 30 });
		}
	});

	it("lists shares that were taken down as not for sale, without pictures", async () => {
		const { user, ctx: mine } = await makeCreator();
		const share = await makeShare(user.id, { title: "Taken", status: "taken_down" });
		await makeFile(share, halvesPng(40, 30), { originalName: "a.png", mimeType: "image/png" });
		await makeSharePreviews(ctx, share.id);
		await sell(share);
		const [listed, ...others] = await firstPage(mine);
		expect(others).toEqual([]);
		expect(listed).toMatchObject({
			title: "Taken",
			status: "taken_down",
			selling: false,
			cover: null,
			files: [],
			sales: 1,
		});
	});

	it("shows nothing as for sale while the creator is suspended", async () => {
		const { user, ctx: mine } = await makeCreator();
		await makeShare(user.id);
		const selling = async () => (await firstPage(mine)).map((s) => s.selling);
		expect(await selling()).toEqual([true]);
		await ctx.db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, user.id));
		expect(await selling()).toEqual([false]);
	});

	it("responds 304 until something changes, and only to creators", async () => {
		const { user, cookies } = await makeCreator();
		const share = await makeShare(user.id);
		const first = await request("/api/my-file-shares", { cookies });
		const etag = first.headers.get("etag") ?? "";
		expect(first.headers.get("cache-control")).toBe("private, no-cache");
		expect((await first.json()) as MyShare[]).toHaveLength(1);
		const headers = { "if-none-match": etag };
		const again = await request("/api/my-file-shares", { cookies, headers });
		expect(again.status).toBe(304);
		expect(await again.text()).toBe("");
		expect(again.headers.get("etag")).toBe(etag);
		await sell(share);
		expect((await request("/api/my-file-shares", { cookies, headers })).status).toBe(200);
		expect((await request("/api/my-file-shares")).status).toBe(401);
		expect((await request("/api/dashboard")).status).toBe(401);
	});
});

describe("GET /api/dashboard", () => {
	it("adds up sales and views, including deleted shares", async () => {
		const now = Date.UTC(2026, 2, 15, 12);
		const { user, ctx: mine } = await makeCreator();
		const share = await makeShare(user.id, { priceCents: 1999 });
		const gone = await makeShare(user.id, { priceCents: 500, status: "deleted" });
		await makeShare(user.id, { selling: false });
		await makeShare(user.id, { expiresAt: now - 1 });
		await sell(share, { paidAt: now });
		await sell(share, { paidAt: now - 29 * DAY, refundedCents: 999 });
		await sell(share, { paidAt: now - 30 * DAY });
		await sell(share, { paidAt: now, state: "refunded", refundedCents: 1999 });
		await sell(gone, { paidAt: now - DAY });
		await view(share, "2026-03-15");
		await view(gone, "2026-03-14");
		await view(share, "2025-01-01");
		const other = await makeShare((await makeCreator()).user.id);
		await sell(other, { paidAt: now });
		await view(other, "2026-03-15");

		const metrics = await dashboardMetrics({ ...mine, now: () => now }, sql`${mine.user.id}`);
		expect(metrics).toMatchObject({
			totalEarnings: "54.98",
			filesSold: 4,
			totalViews: 3,
			activeShares: 1,
		});
		expect(metrics.days).toHaveLength(30);
		expect(metrics.days[0]).toEqual({ day: "2026-02-14", sales: 1, earnedCents: 1000, views: 0 });
		expect(metrics.days[28]).toEqual({ day: "2026-03-14", sales: 1, earnedCents: 500, views: 1 });
		expect(metrics.days[29]).toEqual({ day: "2026-03-15", sales: 1, earnedCents: 1999, views: 1 });
		expect(metrics.days[1]).toEqual({ day: "2026-02-15", sales: 0, earnedCents: 0, views: 0 });
	});

	it("returns zeros for a new account", async () => {
		const { cookies } = await makeCreator();
		expect(await (await request("/api/dashboard", { cookies })).json()).toMatchObject({
			totalEarnings: "0.00",
			filesSold: 0,
			totalViews: 0,
			activeShares: 0,
		});
	});
});
