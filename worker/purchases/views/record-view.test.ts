import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { requestPage } from "../../test/fixtures/pages.ts";
import { makeSale } from "../../test/fixtures/sales.ts";
import { testCtx } from "../../test/fixtures/test-app.ts";
import { recordView } from "./record-view.ts";
import { shareViews } from "./tables.ts";

const ctx = testCtx();

describe("views", () => {
	const viewsOf = async (id: string) =>
		(await ctx.db.select().from(shareViews).where(eq(shareViews.shareId, id))).length;
	const browser = (version: number) => ({
		"user-agent": `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`,
	});
	const from = (address: string, version: number) => ({
		...browser(version),
		"cf-connecting-ip": address,
	});

	it("count a viewer once a day, by page and by API call", async () => {
		const { share } = await makeSale();
		await requestPage(`/share/${share.slug}`, {}, browser(1));
		await requestPage(`/api/file-shares/${share.slug}`, {}, browser(1));
		expect(await viewsOf(share.id)).toBe(1);
		await requestPage(`/share/${share.slug}`, {}, browser(2));
		await requestPage(`/share/${share.slug}`, {}, from("192.0.2.7", 2));
		expect(await viewsOf(share.id)).toBe(3);
	});

	// G67
	it("count at most five per network, share and day, whatever the user agents and however fast", async () => {
		const { share } = await makeSale();
		const { share: other } = await makeSale();
		await Promise.all(
			Array.from({ length: 40 }, (_, at) =>
				requestPage(`/share/${share.slug}`, {}, from("192.0.2.8", at)),
			),
		);
		expect(await viewsOf(share.id)).toBe(5);
		// The addresses of one IPv6 customer are one network.
		for (let at = 0; at < 8; at++)
			await requestPage(`/share/${share.slug}`, {}, from(`2001:db8:7:7::${at}`, at));
		expect(await viewsOf(share.id)).toBe(10);
		// Another network, and another share, are counted separately.
		await requestPage(`/share/${share.slug}`, {}, from("192.0.2.9", 1));
		expect(await viewsOf(share.id)).toBe(11);
		await requestPage(`/share/${other.slug}`, {}, from("192.0.2.8", 1));
		expect(await viewsOf(other.id)).toBe(1);
	});

	it("start again the next day", async () => {
		const { share } = await makeSale();
		const day = 24 * 60 * 60 * 1000;
		for (const now of [ctx.now(), ctx.now() + day])
			for (let at = 0; at < 7; at++)
				await recordView(
					{ ...ctx, address: "192.0.2.10", now: () => now },
					{ id: share.id, isOwner: false },
					new Request("https://tillbox.test/", { headers: browser(at) }),
				);
		expect(await viewsOf(share.id)).toBe(10);
	});

	it("ask the database once for a viewer who reloads the page, and again after a failure", async () => {
		const { share } = await makeSale();
		const batch = vi.spyOn(ctx.db, "batch");
		const view = (version: number) =>
			recordView(
				{ ...ctx, address: "192.0.2.12" },
				{ id: share.id, isOwner: false },
				new Request("https://tillbox.test/", { headers: browser(version) }),
			);
		batch.mockRejectedValueOnce(new Error("no such table"));
		await view(1);
		expect(await viewsOf(share.id)).toBe(0);
		for (let n = 0; n < 3; n++) await view(1);
		expect(batch).toHaveBeenCalledTimes(2);
		await view(2);
		expect(batch).toHaveBeenCalledTimes(3);
		expect(await viewsOf(share.id)).toBe(2);
		batch.mockRestore();
	});

	it("use only the platform's header for a viewer's network", async () => {
		const { share } = await makeSale();
		for (let at = 0; at < 8; at++)
			await requestPage(
				`/share/${share.slug}`,
				{},
				{
					...from("192.0.2.11", at),
					"x-forwarded-for": `198.51.100.${at}`,
					"x-real-ip": `198.51.100.${at}`,
					"true-client-ip": `198.51.100.${at}`,
					forwarded: `for=198.51.100.${at}`,
				},
			);
		expect(await viewsOf(share.id)).toBe(5);
	});

	it("exclude the owner, bots, HEAD and prefetches", async () => {
		const { share, creator } = await makeSale();
		await requestPage(`/share/${share.slug}`, creator.cookies, browser(1));
		await requestPage(`/share/${share.slug}`, {}, browser(1), "HEAD");
		await requestPage(`/share/${share.slug}`, {}, { ...browser(1), "sec-purpose": "prefetch" });
		for (const bot of [
			"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
			"facebookexternalhit/1.1",
			"Slackbot-LinkExpanding 1.0",
			"",
			"Microsoft Office Word 2016 (16.0.17328) Windows NT 10.0",
			"Mozilla/4.0 (compatible; ms-office; MSOffice 16)",
			"Viber/22.4.0 (Android)",
			"WhatsApp/2.23",
			"TelegramBot (like TwitterBot)",
			"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
			"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.0.0 Safari/537.36",
			"curl/8.5.0",
			"python-requests/2.32.3",
			"Go-http-client/2.0",
		])
			await requestPage(`/share/${share.slug}`, {}, { "user-agent": bot });
		expect(await viewsOf(share.id)).toBe(0);
	});

	it("count common browsers", async () => {
		const { share } = await makeSale();
		const browsers = [
			"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
			"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
			"Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
			"Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0",
			// in-app browsers of messengers and social networks
			"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22G86 Instagram 400.0.0.0.1 (iPhone16,1; iOS 18_6; en_US; en; scale=3.00; 1179x2556; 1)",
		];
		for (const [at, agent] of browsers.entries())
			await requestPage(
				`/share/${share.slug}`,
				{},
				{ "user-agent": agent, "cf-connecting-ip": `192.0.2.${20 + at}` },
			);
		expect(await viewsOf(share.id)).toBe(browsers.length);
	});

	// G67
	it("store nothing that identifies the viewer", async () => {
		const { share } = await makeSale();
		const headers = { "cf-connecting-ip": "192.0.2.9", "user-agent": "Mozilla/5.0 Firefox/140.0" };
		await requestPage(`/share/${share.slug}`, {}, headers);
		const rows = await ctx.db.select().from(shareViews).where(eq(shareViews.shareId, share.id));
		expect(rows).toHaveLength(1);
		expect(JSON.stringify(rows)).not.toContain("192.0.2.9");
	});
});
