import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { askPage } from "../test/pages.ts";
import { makeSale } from "../test/sales.ts";
import { testCtx } from "../test/world.ts";
import { shareViews } from "./tables.ts";

const ctx = testCtx();

describe("views", () => {
	const viewsOf = async (id: string) =>
		(await ctx.db.select().from(shareViews).where(eq(shareViews.shareId, id))).length;
	const browser = (version: number) => ({ "user-agent": `Mozilla/5.0 Firefox/${version}` });

	it("count a viewer once a day, by page and by call", async () => {
		const { share } = await makeSale();
		await askPage(`/share/${share.shareId}`, {}, browser(1));
		await askPage(`/api/file-shares/${share.shareId}`, {}, browser(1));
		expect(await viewsOf(share.id)).toBe(1);
		await askPage(`/share/${share.shareId}`, {}, browser(2));
		await askPage(
			`/share/${share.shareId}`,
			{},
			{
				...browser(2),
				"cf-connecting-ip": "192.0.2.7",
			},
		);
		expect(await viewsOf(share.id)).toBe(3);
	});

	it("leave out the owner, bots, HEAD and what is fetched ahead", async () => {
		const { share, creator } = await makeSale();
		await askPage(`/share/${share.shareId}`, creator.cookies, browser(1));
		await askPage(`/share/${share.shareId}`, {}, browser(1), "HEAD");
		await askPage(`/share/${share.shareId}`, {}, { ...browser(1), "sec-purpose": "prefetch" });
		for (const bot of [
			"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
			"facebookexternalhit/1.1",
			"Slackbot-LinkExpanding 1.0",
			"WhatsApp/2.23",
			"TelegramBot (like TwitterBot)",
		])
			await askPage(`/share/${share.shareId}`, {}, { "user-agent": bot });
		expect(await viewsOf(share.id)).toBe(0);
	});

	it("store nothing that tells who looked", async () => {
		const { share } = await makeSale();
		await askPage(`/share/${share.shareId}`, {}, { "cf-connecting-ip": "192.0.2.9" });
		const rows = await ctx.db.select().from(shareViews).where(eq(shareViews.shareId, share.id));
		expect(rows).toHaveLength(1);
		expect(JSON.stringify(rows)).not.toContain("192.0.2.9");
	});
});
