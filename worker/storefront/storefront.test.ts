import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { app } from "../app.ts";
import type { SharePage } from "../contract/shares.ts";
import { payoutMethods } from "../payments/tables.ts";
import { readImageHeader } from "../previews/image-header.ts";
import { makeSharePreviews } from "../previews/make-share-previews.ts";
import { files, shares } from "../shares/tables.ts";
import { makeFile } from "../test/files.ts";
import { halvesPng } from "../test/images.ts";
import { makeBuyer, makePurchase, makeSale, makeShare } from "../test/sales.ts";
import { makeCreator, ORIGIN, testCtx } from "../test/world.ts";
import { sharePage } from "./share-page.ts";
import { shareViews } from "./tables.ts";

const ctx = testCtx();
const BUILT = `<!doctype html><html><head><title>Tillbox</title>
<meta name="description" content="built"><script type="module" src="/assets/a.js"></script>
</head><body><div id="root"></div></body></html>`;

/** Asks the app with a built page in the store of assets, and waits for what it does afterwards. */
async function ask(
	path: string,
	cookies: Record<string, string> = {},
	headers: Record<string, string> = {},
	method = "GET",
) {
	const waiting: Promise<unknown>[] = [];
	const cookie = Object.entries(cookies)
		.map(([name, value]) => `${name}=${value}`)
		.join("; ");
	const ASSETS = {
		fetch: async (request: Request) =>
			new URL(request.url).pathname === "/robots.txt"
				? new Response("User-agent: *", { headers: { "Content-Type": "text/plain" } })
				: new Response(BUILT, { headers: { "Content-Type": "text/html" } }),
	};
	const response = await app.fetch(
		new Request(new URL(path, ORIGIN), { method, headers: { ...headers, cookie } }),
		{ ...env, ASSETS },
		{
			waitUntil: (promise: Promise<unknown>) => waiting.push(promise),
			passThroughOnException: () => {},
			props: {},
		} as unknown as ExecutionContext, // the runtime's own class cannot be made by hand
	);
	await Promise.all(waiting);
	return response;
}

async function inlined(response: Response): Promise<SharePage> {
	const html = await response.text();
	const json = /<script type="application\/json" id="share-data">(.*?)<\/script>/s.exec(html)?.[1];
	return JSON.parse(json ?? "null") as SharePage;
}

describe("GET /api/file-shares/{shareId}", () => {
	it("tells everybody what is for sale, and each viewer whether it is theirs", async () => {
		const { creator, share, buyer } = await makeSale({ share: { priceCents: 4900 } });
		const page = async (cookies = {}) => {
			const response = await ask(`/api/file-shares/${share.shareId}`, cookies);
			expect(response.headers.get("cache-control")).toBe("private, no-store");
			return (await response.json()) as SharePage;
		};
		const stranger = await page();
		expect(stranger.fileShare).toMatchObject({
			...{ shareId: share.shareId, title: "Sunset set", price: "49.00", status: "published" },
			...{ isPaid: false, isOwner: false, soldOut: false, selling: true },
		});
		expect(stranger.files).toMatchObject([{ originalName: "sunset.txt", preview: null }]);
		expect(stranger.creator).toEqual({
			...{ displayName: "A creator", paymentMethod: null, cashAppHandle: null },
			...{ acceptsCard: true, acceptsDirect: false },
		});
		expect((await page(buyer.cookies)).fileShare).toMatchObject({ isPaid: true, isOwner: false });
		expect((await page(creator.cookies)).fileShare).toMatchObject({ isPaid: false, isOwner: true });
		expect(JSON.stringify(stranger)).not.toContain("originals/");
		expect(JSON.stringify(stranger)).not.toContain(creator.user.email);
	});

	it("names the creator and the ways to pay; below 50 cents only the direct one", async () => {
		const { user } = await makeCreator({ firstName: "Ada", lastName: "Byron" });
		const payout = { userId: user.id, cashAppHandle: "$ada", updatedAt: 1 };
		await ctx.db.insert(payoutMethods).values(payout);
		const cheap = await makeShare(user.id, { priceCents: 49 });
		expect((await sharePage(ctx, cheap.shareId)).creator).toEqual({
			...{ displayName: "Ada Byron", paymentMethod: "cashapp", cashAppHandle: "$ada" },
			...{ acceptsCard: false, acceptsDirect: true },
		});
		await ctx.db
			.update(payoutMethods)
			.set({ stripeAccountId: `acct_${user.id}`, chargesEnabled: true })
			.where(eq(payoutMethods.userId, user.id));
		const dear = await makeShare(user.id, { priceCents: 50 });
		expect((await sharePage(ctx, dear.shareId)).creator).toMatchObject({
			...{ paymentMethod: "both", acceptsCard: true, acceptsDirect: true },
		});
	});

	it("inlines the first 24 previews and gives the others an address", async () => {
		const share = await makeShare((await makeCreator()).user.id);
		await ctx.db.delete(files).where(eq(files.shareId, share.id));
		const bytes = halvesPng(40, 30);
		for (let position = 0; position < 26; position++)
			await makeFile(share, bytes, {
				...{ originalName: `${position}.png`, mimeType: "image/png", position },
			});
		await makeSharePreviews(ctx, share.id);
		const page = await sharePage(ctx, share.shareId);
		expect(page.files.map((file) => file.originalName)).toEqual(
			Array.from({ length: 26 }, (_, index) => `${index}.png`),
		);
		for (const { preview } of page.files.slice(0, 24))
			expect(preview).toMatchObject({
				...{ kind: "image", width: 40, height: 30, src: null },
				placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
			});
		for (const { preview } of page.files.slice(24)) {
			expect(preview?.placeholder).toBeNull();
			const shown = await ask(preview?.src ?? "");
			expect(shown.status).toBe(200);
			expect(readImageHeader(new Uint8Array(await shown.arrayBuffer()))?.width).toBe(10);
		}
	});

	it("asks the database once", async () => {
		const { share, buyer } = await makeSale();
		const batch = vi.spyOn(buyer.ctx.db, "batch");
		const select = vi.spyOn(env.DB, "prepare");
		await sharePage(buyer.ctx, share.shareId);
		expect(batch).toHaveBeenCalledTimes(1);
		expect(select).toHaveBeenCalledTimes(3);
		vi.restoreAllMocks();
	});

	it("has no files while the upload is under way, and ends with the share", async () => {
		const share = await makeShare((await makeCreator()).user.id, { status: "uploading" });
		const page = await sharePage(ctx, share.shareId);
		expect(page).toMatchObject({ fileShare: { status: "uploading" }, files: [] });
		for (const [status, expected] of [
			["deleted", 404],
			["taken_down", 410],
		] as const) {
			await ctx.db.update(shares).set({ status }).where(eq(shares.id, share.id));
			expect((await ask(`/api/file-shares/${share.shareId}`)).status).toBe(expected);
			expect((await ask(`/share/${share.shareId}`)).status).toBe(expected);
			expect((await ask(`/share/${share.shareId}/card.png`)).status).toBe(expected);
		}
		expect((await ask("/api/file-shares/nobody-knows-this")).status).toBe(404);
	});

	it("is sold out once its places are taken, also for those who look at a link sale", async () => {
		const { user } = await makeCreator();
		const share = await makeShare(user.id, { maxSales: 1 });
		await makePurchase(share, (await makeBuyer()).id);
		expect((await sharePage(ctx, share.shareId)).fileShare).toMatchObject({
			...{ soldOut: true, isPaid: false },
		});
		const { share: link } = await makeSale({ share: { saleMode: "link" } });
		expect((await sharePage(ctx, link.shareId)).fileShare).toMatchObject({ isPaid: true });
	});
});

describe("GET /share/{shareId}", () => {
	it("carries the answer and the tags of a link preview", async () => {
		const { share } = await makeSale({ share: { description: "Ten photos of one evening." } });
		const response = await ask(`/share/${share.shareId}`);
		expect(response.status).toBe(200);
		expect(response.headers.get("cache-control")).toBe("private, no-store");
		const html = await response.clone().text();
		expect(html).toContain("<title>Sunset set · Tillbox</title>");
		expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/share/${share.shareId}">`);
		expect(html).toContain(
			`<meta property="og:image" content="${ORIGIN}/share/${share.shareId}/card.png">`,
		);
		expect(html).toContain("Ten photos of one evening. — 1 file by A creator for $10.00");
		expect(html).not.toContain("noindex");
		expect(await inlined(response)).toEqual(
			await (await ask(`/api/file-shares/${share.shareId}`)).json(),
		);
	});

	it("lets no title or description out of its place", async () => {
		const evil = `</script><script>alert(1)</script><!-- "><img src=x onerror=alert(2)> </title>`;
		const { share } = await makeSale({ share: { title: evil, description: evil } });
		const response = await ask(`/share/${share.shareId}`);
		const html = await response.clone().text();
		const seen: string[] = [];
		await new HTMLRewriter()
			.on("script", { element: (tag) => void seen.push(tag.getAttribute("id") ?? "built") })
			.on("img", { element: () => void seen.push("img") })
			.transform(new Response(html))
			.text();
		expect(seen).toEqual(["built", "share-data"]);
		expect(html).not.toContain("<script>alert");
		expect((await inlined(response)).fileShare.title).toBe(evil);
	});

	it("keeps link sales and unfinished uploads out of search engines", async () => {
		for (const fields of [{ saleMode: "link" }, { status: "uploading" }] as const) {
			const share = await makeShare((await makeCreator()).user.id, fields);
			const response = await ask(`/share/${share.shareId}`);
			expect(response.headers.get("x-robots-tag")).toBe("noindex");
			expect(await response.text()).toContain('<meta name="robots" content="noindex">');
		}
	});

	it("shows the app with 404 for what is unknown", async () => {
		const response = await ask("/share/nobody-knows-this");
		expect(response.status).toBe(404);
		expect(response.headers.get("content-type")).toContain("text/html");
		expect(await response.text()).toContain('<div id="root">');
	});

	it("answers HEAD", async () => {
		const { share } = await makeSale();
		const response = await ask(`/share/${share.shareId}`, {}, {}, "HEAD");
		expect(response.status).toBe(200);
		expect(await response.text()).toBe("");
	});
});

describe("GET /share/{shareId}/card.png", () => {
	it("stretches the tiny preview, and draws a card where there is none", async () => {
		const share = await makeShare((await makeCreator()).user.id);
		const card = async () => {
			const response = await ask(`/share/${share.shareId}/card.png`);
			expect(response.headers.get("content-type")).toBe("image/png");
			return new Uint8Array(await response.arrayBuffer());
		};
		const drawn = await card();
		expect(readImageHeader(drawn)).toMatchObject({ format: "image/png", width: 800, height: 420 });
		await makeFile(share, halvesPng(800, 420), {
			...{ originalName: "a.png", mimeType: "image/png" },
		});
		await makeSharePreviews(ctx, share.id);
		const stretched = await card();
		expect(readImageHeader(stretched)).toMatchObject({ width: 800, height: 420, metadata: false });
		expect(stretched).not.toEqual(drawn);
	});
});

describe("views", () => {
	const viewsOf = async (id: string) =>
		(await ctx.db.select().from(shareViews).where(eq(shareViews.shareId, id))).length;
	const browser = (version: number) => ({ "user-agent": `Mozilla/5.0 Firefox/${version}` });

	it("count a viewer once a day, by page and by call", async () => {
		const { share } = await makeSale();
		await ask(`/share/${share.shareId}`, {}, browser(1));
		await ask(`/api/file-shares/${share.shareId}`, {}, browser(1));
		expect(await viewsOf(share.id)).toBe(1);
		await ask(`/share/${share.shareId}`, {}, browser(2));
		await ask(
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
		await ask(`/share/${share.shareId}`, creator.cookies, browser(1));
		await ask(`/share/${share.shareId}`, {}, browser(1), "HEAD");
		await ask(`/share/${share.shareId}`, {}, { ...browser(1), "sec-purpose": "prefetch" });
		for (const bot of [
			"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
			"facebookexternalhit/1.1",
			"Slackbot-LinkExpanding 1.0",
			"WhatsApp/2.23",
			"TelegramBot (like TwitterBot)",
		])
			await ask(`/share/${share.shareId}`, {}, { "user-agent": bot });
		expect(await viewsOf(share.id)).toBe(0);
	});

	it("store nothing that tells who looked", async () => {
		const { share } = await makeSale();
		await ask(`/share/${share.shareId}`, {}, { "cf-connecting-ip": "192.0.2.9" });
		const rows = await ctx.db.select().from(shareViews).where(eq(shareViews.shareId, share.id));
		expect(rows).toHaveLength(1);
		expect(JSON.stringify(rows)).not.toContain("192.0.2.9");
	});
});

describe("documents", () => {
	it("are the app with a strict policy, and 404 where there is no screen", async () => {
		for (const path of ["/", "/auth", "/upload", "/settings", "/payment/abcdefgh", "/subscribe"])
			expect((await ask(path)).status).toBe(200);
		for (const path of ["/nothing", "/share", "/payment", "/dashboard/x/y", "/index.php"]) {
			const response = await ask(path);
			expect(response.status).toBe(404);
			expect(await response.text()).toContain('<div id="root">');
		}
		expect((await ask("/robots.txt")).headers.get("content-type")).toContain("text/plain");
		expect((await ask("/", {}, { "sec-fetch-site": "same-origin" }, "POST")).status).toBe(404);
	});

	it("let only payment documents load anything from the provider", async () => {
		for (const path of ["/", "/share/unknown-share", "/dashboard", "/nothing", "/auth"]) {
			const { headers } = await ask(path);
			const policy = headers.get("content-security-policy") ?? "";
			expect(policy).toContain("script-src 'self';");
			expect(policy).not.toContain("stripe");
			expect(policy).toContain("frame-ancestors 'none'");
			expect(policy).toContain("default-src 'none'");
			expect(headers.get("x-content-type-options")).toBe("nosniff");
			expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
			expect(headers.get("strict-transport-security")).toContain("max-age=");
			expect(headers.get("permissions-policy")).toContain("payment=()");
		}
		for (const path of ["/payment/abcdefgh", "/payment/direct/abcdefgh", "/subscribe"]) {
			const policy = (await ask(path)).headers.get("content-security-policy") ?? "";
			expect(policy).toContain("script-src 'self' https://js.stripe.com");
			expect(policy).toContain("https://hooks.stripe.com");
			expect(policy).not.toMatch(/script-src[^;]*unsafe/);
		}
	});

	it("that belong to one person are kept by nobody", async () => {
		for (const path of ["/receipt", "/dashboard", "/reset-password"])
			expect((await ask(path)).headers.get("cache-control")).toBe("private, no-store");
	});
});
