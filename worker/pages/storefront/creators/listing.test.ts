import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { MyShare, ShareResponse } from "../../../catalogue/shares/contract/shares.ts";
import { canBeHad } from "../../../catalogue/shares/contract/ways-to-pay.ts";
import { shares } from "../../../catalogue/shares/tables.ts";
import type { ErrorBody } from "../../../contract/errors.ts";
import { users } from "../../../core/tables.ts";
import { makeSharePreviews } from "../../../files/previews/make-share-previews.ts";
import { renditions } from "../../../files/previews/tables.ts";
import { payoutMethods } from "../../../payments/tables.ts";
import { makeFile } from "../../../test/fixtures/files.ts";
import { halvesPng } from "../../../test/fixtures/images.ts";
import { requestPage } from "../../../test/fixtures/pages.ts";
import { makeBuyer, makePurchase, makeShare } from "../../../test/fixtures/sales.ts";
import { call, freshHandle, makeCreator, testCtx } from "../../../test/fixtures/test-app.ts";
import { type CreatorPage, type InlinedCreator, MORE_SHARES } from "../contract/creator-page.ts";

const ctx = testCtx();

async function makePage(fields: Record<string, unknown> = {}) {
	const creator = await makeCreator({ displayName: "Mara <b>Lind</b> & Co" });
	const handle = freshHandle();
	await call("PUT", "/api/creator-page", { handle, ...fields }, creator.cookies);
	return { ...creator, handle };
}

const read = async (handle: string) =>
	(await (await requestPage(`/api/creators/${handle}`)).json()) as CreatorPage;
const titlesOf = async (handle: string) =>
	(await read(handle)).shares.map(({ title }) => title).toSorted();
const html = async (handle: string, headers = {}) =>
	(await requestPage(`/c/${handle}`, {}, headers)).text();
const list = (slug: string, cookies: Record<string, string>, body: unknown = { listed: true }) =>
	call("PATCH", `/api/file-shares/${slug}`, body, cookies);

describe("listing a share", () => {
	it("lists a share only if its creator chooses so", async () => {
		const { user, cookies, handle } = await makePage();
		const share = await makeShare(user.id, { title: "Dunes" });
		const mine = async () =>
			(await (await call("GET", "/api/my-file-shares", undefined, cookies)).json<MyShare[]>())[0];
		expect((await mine())?.listed).toBe(false);
		expect(await titlesOf(handle)).toEqual([]);
		const changed = await list(share.slug, cookies);
		expect(await changed.json()).toMatchObject({ fileShare: { listed: true } });
		expect((await mine())?.listed).toBe(true);
		expect(await titlesOf(handle)).toEqual(["Dunes"]);
		// Other changes don't affect it.
		await list(share.slug, cookies, { title: "Dunes II" });
		expect(await titlesOf(handle)).toEqual(["Dunes II"]);
		await list(share.slug, cookies, { listed: false });
		expect(await titlesOf(handle)).toEqual([]);
	});

	// G12
	it("refuses listing to anyone but the creator", async () => {
		const { user } = await makePage();
		const share = await makeShare(user.id);
		const thief = await makePage();
		expect((await list(share.slug, thief.cookies)).status).toBe(404);
		expect((await list(share.slug, {})).status).toBe(401);
		const [row] = await ctx.db.select().from(shares).where(eq(shares.id, share.id));
		expect(row?.listed).toBe(false);
		expect(await titlesOf(thief.handle)).toEqual([]);
	});

	it("refuses to list a share in link mode, and unlists one that changes to it", async () => {
		const { user, cookies, handle } = await makePage();
		const share = await makeShare(user.id, { saleMode: "link" });
		const refused = await list(share.slug, cookies);
		expect(refused.status).toBe(400);
		expect(Object.keys((await refused.json<ErrorBody>()).fields ?? {})).toEqual(["listed"]);
		const each = await makeShare(user.id, { listed: true });
		expect(await titlesOf(handle)).toHaveLength(1);
		await list(each.slug, cookies, { saleMode: "link" });
		await list(each.slug, cookies, { saleMode: "each" });
		expect(await titlesOf(handle)).toEqual([]);
	});
});

describe("a creator's page", () => {
	// G12
	it("shows only shares that are listed, complete and on sale, in the API and the document", async () => {
		const { user, handle } = await makePage();
		const make = (title: string, fields: Partial<typeof shares.$inferInsert> = {}) =>
			makeShare(user.id, { title, listed: true, ...fields });
		await make("on-sale");
		await make("ends-later", { expiresAt: Date.now() + 60_000 });
		await make("not-listed-secret", { listed: false });
		await make("uploading-secret", { status: "uploading" });
		await make("deleted-secret", { status: "deleted" });
		await make("taken-down-secret", { status: "taken_down" });
		await make("stopped-secret", { selling: false });
		await make("ended-secret", { expiresAt: Date.now() - 1 });
		await make("link-secret", { saleMode: "link" });
		await make("unpayable-secret", { priceCents: 49 });
		const soldOut = await make("sold-out-secret", { maxSales: 1 });
		await makePurchase(soldOut, (await makeBuyer()).id);
		await makeShare((await makeCreator()).user.id, { title: "other-secret", listed: true });
		expect(await titlesOf(handle)).toEqual(["ends-later", "on-sale"]);
		const document = await html(handle);
		expect(document).toContain("on-sale");
		expect(document).not.toContain("secret");
		await ctx.db
			.insert(payoutMethods)
			.values({ userId: user.id, cashAppHandle: "$mara", updatedAt: 1 });
		expect(await titlesOf(handle)).toEqual(["ends-later", "on-sale", "unpayable-secret"]);
	});

	it("shows offers that anybody can take, for free or by an accepted way of paying", async () => {
		const PRICES = [
			{ pricing: "free", priceCents: 0 },
			{ pricing: "chosen", priceCents: 0 },
			{ pricing: "chosen", priceCents: 10 },
			{ pricing: "fixed", priceCents: 49 },
			{ pricing: "fixed", priceCents: 50 },
			{ pricing: "fixed", priceCents: 20, currency: "eur" },
			{ pricing: "fixed", priceCents: 20, currency: "kes" },
		] as const;
		const NEITHER = { cashApp: false, link: null };
		for (const taken of [
			{ card: true, ...NEITHER },
			{ card: true, cashApp: true, link: null },
			{ card: false, cashApp: true, link: null },
			{ card: false, cashApp: false, link: "https://www.PayPal.me/mara" },
			{ card: false, cashApp: false, link: "https://revolut.me/mara" },
			{ card: false, ...NEITHER },
		]) {
			const { user, handle } = await makePage();
			await ctx.db.insert(payoutMethods).values({
				userId: user.id,
				cashAppHandle: taken.cashApp ? "$mara" : null,
				// The last one is at a site that the operator has not allowed.
				directLink: taken.link ?? "https://elsewhere.example/mara",
				acceptsCards: taken.card,
				updatedAt: 1,
			});
			for (const price of PRICES)
				await makeShare(user.id, { ...price, title: JSON.stringify(price), listed: true });
			const expected = PRICES.filter((price) => canBeHad({ currency: "usd", ...price }, taken));
			expect(await titlesOf(handle)).toEqual(expected.map((it) => JSON.stringify(it)).toSorted());
			if (taken.card && !taken.cashApp)
				expect(expected.map(({ priceCents }) => priceCents)).toEqual([0, 0, 10, 50]);
		}
	});

	it("gives each share its price, its contents and a cover that respects the way of previewing", async () => {
		const { user, handle } = await makePage();
		const share = await makeShare(user.id, { listed: true, priceCents: 1250, fileCount: 4 });
		const png = { mimeType: "image/png" };
		await makeFile(share, halvesPng(900, 600), { ...png, originalName: "a.png", position: 7 });
		await makeFile(share, halvesPng(300, 600), { ...png, originalName: "b.png", position: 9 });
		await makeFile(share, halvesPng(30, 60), {
			mimeType: "audio/mpeg",
			originalName: "c.mp3",
			position: 3,
		});
		await makeSharePreviews(ctx, share.id);
		const [listed] = (await read(handle)).shares;
		expect(listed).toEqual({
			shareId: share.slug,
			title: "Sunset set",
			currency: "usd",
			price: "12.50",
			pricing: "fixed",
			fileCount: 4,
			totalSize: 3,
			kinds: [
				{ kind: "image", n: 2 },
				expect.objectContaining({ n: 1 }),
				expect.objectContaining({ n: 1 }),
			],
			cover: {
				src: expect.stringMatching(/^\/api\/renditions\//),
				width: 900,
				height: 600,
				kind: "image",
				fileId: expect.any(String),
			},
		});
		// A sharp preview counts only if the creator chose sharp ones.
		const [tiny] = await ctx.db
			.select()
			.from(renditions)
			.where(and(eq(renditions.shareId, share.id), eq(renditions.width, 900)));
		if (!tiny) throw new Error("no rendition made");
		await ctx.db.insert(renditions).values({ ...tiny, kind: "watermarked", hash: "sharp" });
		expect((await read(handle)).shares[0]?.cover).toMatchObject({ kind: "image" });
		await ctx.db.update(shares).set({ imagePreview: "watermark" }).where(eq(shares.id, share.id));
		const { cover } = (await read(handle)).shares[0] ?? {};
		expect(cover).toMatchObject({ src: "/api/renditions/sharp", kind: "watermarked" });
		expect(JSON.stringify(await read(handle))).not.toContain("originals/");
	});

	it("renders title, description and link preview in the reader's language", async () => {
		const { user, handle, ctx: own } = await makePage();
		await makeShare(user.id, { listed: true, title: "Dunes" });
		const response = await requestPage(`/c/${handle}`);
		expect(response.status).toBe(200);
		expect(response.headers.get("cache-control")).toBe("private, no-store");
		expect(response.headers.get("x-robots-tag")).toBeNull();
		const page = await response.text();
		const name = "Mara &lt;b&gt;Lind&lt;/b&gt; &amp; Co";
		expect(page).toContain(`<title>${name} · Tillbox</title>`);
		const address = `${own.config.APP_ORIGIN}/c/${handle}`;
		expect(page).toContain(`<link rel="canonical" href="${address}">`);
		expect(page).toContain(`<meta property="og:title" content="${name}">`);
		expect(page).toContain(`<meta property="og:url" content="${address}">`);
		expect(page).toContain(
			`<meta name="description" content="Dunes: files by ${name} on Tillbox. Preview, pay once, download.">`,
		);
		expect(page).not.toContain("<b>Lind");
		const german = await html(handle, { "accept-language": "de" });
		expect(german).toContain('<html lang="de"');
		expect(german).toContain(`content="Dunes: Dateien von ${name} auf Tillbox.`);
		expect(german).toContain("Im Verkauf");
	});

	// G78
	it("shows the line and the links as text, without a vote for search engines", async () => {
		const line = `</script><img src=x onerror=alert(1)> "quoted"`;
		const { handle } = await makePage({ line, links: ["https://www.example.com/?a=1&b='2"] });
		const page = await html(handle);
		expect(page).not.toContain("<img src=x");
		expect(page).toContain('rel="nofollow noopener ugc"');
		expect(page).toMatch(/>example\.com</);
		expect(page).toContain("&lt;/script&gt;&lt;img");
		const json = /id="creator-data">(.*?)<\/script>/s.exec(page)?.[1] ?? "";
		expect((JSON.parse(json) as InlinedCreator).page?.line).toBe(line);
	});

	it("says when there is nothing for sale, and stays out of search engines", async () => {
		const { handle } = await makePage();
		const response = await requestPage(`/c/${handle}`);
		expect(response.headers.get("x-robots-tag")).toBe("noindex");
		expect(await response.text()).toContain("Nothing for sale right now");
	});

	it("answers 404 for unknown handles, and finds others in any case", async () => {
		const { handle } = await makePage();
		for (const unknown of ["nobody-knows", "x".repeat(64)]) {
			const response = await requestPage(`/c/${unknown}`);
			expect(response.status).toBe(404);
			expect(response.headers.get("x-robots-tag")).toBe("noindex");
			expect(await response.text()).toContain("Page Not Found");
			expect((await requestPage(`/api/creators/${unknown}`)).status).toBe(404);
		}
		expect((await requestPage("/api/creators/%3Cscript%3E")).status).toBe(404);
		const upper = await requestPage(`/c/${handle.toUpperCase()}`);
		expect(upper.headers.get("location")).toBe(`/c/${handle}`);
		expect((await requestPage(`/c/${handle}`, {}, {}, "HEAD")).status).toBe(200);
	});
});

describe("the answer of a share", () => {
	const pageOf = async (slug: string, cookies = {}) =>
		(await (await requestPage(`/api/file-shares/${slug}`, cookies)).json()) as ShareResponse;

	it("names the handle only of a creator with a page, and links to it", async () => {
		const { user, handle, cookies } = await makePage();
		const share = await makeShare(user.id);
		expect((await pageOf(share.slug)).creator.handle).toBe(handle);
		const document = await (await requestPage(`/share/${share.slug}`)).text();
		expect(document).toContain(`href="/c/${handle}"`);
		await call("DELETE", "/api/creator-page", undefined, cookies);
		expect((await pageOf(share.slug)).creator).not.toHaveProperty("handle");
	});

	it("shows buyers, and nobody else, up to three other listed shares", async () => {
		const { user, handle } = await makePage();
		const share = await makeShare(user.id, { listed: true, title: "bought" });
		const buyer = await makeBuyer();
		await makePurchase(share, buyer.id);
		for (let n = 0; n < MORE_SHARES + 1; n++)
			await makeShare(user.id, { listed: true, title: `more ${n}`, publishedAt: n });
		await makeShare(user.id, { title: "not listed" });
		const { more } = await pageOf(share.slug, buyer.cookies);
		expect(more?.map(({ title }) => title)).toEqual(["more 3", "more 2", "more 1"]);
		expect(await pageOf(share.slug)).not.toHaveProperty("more");
		const document = await (await requestPage(`/share/${share.slug}`, buyer.cookies)).text();
		expect(document).toContain("More from");
		expect(document).toContain(`href="/c/${handle}"`);
		expect(await (await requestPage(`/share/${share.slug}`)).text()).not.toContain("More from");
	});
});

describe("the feed of a creator's page", () => {
	const feed = (handle: string, headers: Record<string, string> = {}) =>
		requestPage(`/c/${handle}/feed.xml`, {}, headers);
	const AT = Date.UTC(2026, 9, 3);

	it("lists the page's shares, newest first, as text, with the times of publication and change", async () => {
		const creator = await makePage({ line: "Light & water" });
		const fields = { listed: true, publishedAt: AT };
		const { slug } = await makeShare(creator.user.id, {
			...fields,
			title: "Dawn <1> & \u0007dusk",
			description: `${"Ten photos. ".repeat(100)}`,
		});
		const newer = await makeShare(creator.user.id, {
			...fields,
			publishedAt: AT + 1000,
			changedAt: AT + 5000,
			title: "Noon",
			description: "",
		});
		const hidden = await makeShare(creator.user.id, { listed: false });
		const response = await feed(creator.handle);
		expect(response.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
		expect(response.headers.get("cache-control")).toBe("public, max-age=300");
		expect(response.headers.get("access-control-allow-origin")).toBe("*");
		expect(response.headers.getSetCookie()).toEqual([]);
		const text = await response.text();
		const { origin } = new URL(ctx.config.APP_ORIGIN);
		expect(text).toContain(`<id>${origin}/c/${creator.handle}</id>`);
		expect(text).toContain("<title>Mara &lt;b&gt;Lind&lt;/b&gt; &amp; Co</title>");
		expect(text).toContain("<subtitle>Light &amp; water</subtitle>");
		expect(text).toContain("<updated>2026-10-03T00:00:05.000Z</updated><author>");
		expect(text).toContain(
			`<link rel="self" type="application/atom+xml" href="${origin}/c/${creator.handle}/feed.xml"/>`,
		);
		expect(text.indexOf(newer.slug)).toBeLessThan(text.indexOf(slug));
		expect(text).not.toContain(hidden.slug);
		expect(text).toContain(
			`<entry><id>${origin}/share/${slug}</id><title>Dawn &lt;1&gt; &amp; dusk</title><published>2026-10-03T00:00:00.000Z</published><updated>2026-10-03T00:00:00.000Z</updated><link rel="alternate" type="text/html" href="${origin}/share/${slug}"/><summary>Ten photos. `,
		);
		expect(text.match(/<summary>/g)).toHaveLength(1);
		expect(await html(creator.handle)).toContain(
			`<link rel="alternate" type="application/atom+xml" href="${origin}/c/${creator.handle}/feed.xml"`,
		);
	});

	it("serves a valid feed without shares, answers 304, and follows a new handle", async () => {
		const creator = await makePage();
		const response = await feed(creator.handle);
		const text = await response.text();
		expect(text).toMatch(/<updated>20\d\d-.*Z<\/updated><author>/);
		expect(text).not.toContain("<entry>");
		const etag = response.headers.get("etag") ?? "";
		const again = await feed(creator.handle, { "if-none-match": `W/${etag}` });
		expect(again.status).toBe(304);
		expect(await again.text()).toBe("");
		expect((await feed(creator.handle, { "if-none-match": '"another"' })).status).toBe(200);
		expect((await feed(creator.handle, { "if-match": '"another"' })).status).toBe(412);
		await call("PUT", "/api/creator-page", { handle: `${creator.handle}-2` }, creator.cookies);
		const moved = await feed(creator.handle);
		expect(moved.status).toBe(308);
		expect(moved.headers.get("location")).toBe(`/c/${creator.handle}-2/feed.xml`);
	});

	it("answers 404 for the feed of a removed page", async () => {
		const creator = await makePage();
		await ctx.db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, creator.user.id));
		expect((await feed(creator.handle)).status).toBe(404);
		expect((await feed("nobody-at-all")).status).toBe(404);
	});
});

it("tells search engines whose page it is, as a profile", async () => {
	const creator = await makePage({ line: "Light & water", links: ["example.com/me"] });
	const text = await html(creator.handle);
	const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
	const url = `${new URL(ctx.config.APP_ORIGIN).origin}/c/${creator.handle}`;
	expect(JSON.parse(json)).toEqual({
		"@context": "https://schema.org",
		"@type": "ProfilePage",
		url,
		mainEntity: {
			"@type": "Person",
			name: "Mara <b>Lind</b> & Co",
			alternateName: creator.handle,
			description: "Light & water",
			url,
			sameAs: ["https://example.com/me"],
		},
	});
});
