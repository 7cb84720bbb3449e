import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { shares } from "../../../catalogue/shares/tables.ts";
import { payoutMethods } from "../../../payments/tables.ts";
import { requestPage } from "../../../test/fixtures/pages.ts";
import { makeSale, makeShare } from "../../../test/fixtures/sales.ts";
import { makeCreator, ORIGIN, request, testCtx } from "../../../test/fixtures/test-app.ts";

const oembed = (address: string, more = "") =>
	request(`/oembed?url=${encodeURIComponent(address)}${more}`);
const addressOf = (slug: string) => `${ORIGIN}/share/${slug}`;
const EVIL = `</script><script>alert(1)</script>"><img src=x onerror=alert(2)>`;

/** States of a share that are hidden from other sites. */
const HIDDEN = [
	{ saleMode: "link" },
	{ passwordHash: "of no password", unlockHash: "of no token" },
	{ opensAt: Date.now() + 60_000 },
	{ expiresAt: 1000, endsAccess: true },
	{ status: "uploading" },
	{ status: "taken_down" },
	{ status: "taken_down", legalOrder: true },
	{ status: "deleted" },
	{ status: "deleted", deletion: "kept", keptUntil: Date.now() + 60_000 },
] as const;

describe("the card of a share in a frame", () => {
	// G76
	it("shows cover, title, price and a button in a window of its own, to any site, without a script or a cookie", async () => {
		const { user } = await makeCreator({ displayName: "Ada Meyer" });
		const share = await makeShare(user.id, { description: "Ten photos." });
		const response = await requestPage(`/embed/${share.slug}`);
		expect(response.status).toBe(200);
		const policy = response.headers.get("content-security-policy");
		expect(policy).toContain("frame-ancestors *");
		expect(policy).toContain("default-src 'none'");
		expect(policy).not.toContain("unsafe");
		expect(response.headers.get("x-frame-options")).toBeNull();
		expect(response.headers.get("x-robots-tag")).toBe("noindex");
		const html = await response.text();
		expect(html).toContain("Sunset set");
		expect(html).toContain("Ada Meyer");
		expect(html).toContain("Ten photos.");
		expect(html).toMatch(
			new RegExp(`href="/payment/${share.slug}[^"]*" target="_blank" rel="noopener">Buy for \\$10`),
		);
	});

	it("shows the price in the share's currency", async () => {
		const { user } = await makeCreator();
		const { slug } = await makeShare(user.id, { currency: "eur" });
		expect(await (await requestPage(`/embed/${slug}`)).text()).toContain("Buy for €10");
	});

	it("leads to the payment, by card if accepted, otherwise directly", async () => {
		const creator = await makeCreator();
		const { id: userId } = creator.user;
		await testCtx()
			.db.insert(payoutMethods)
			.values({ userId, cashAppHandle: "$ada", updatedAt: 1 });
		const linkOf = async (fields: object) => {
			const { slug } = await makeShare(userId, fields);
			const html = await (await requestPage(`/embed/${slug}`)).text();
			return /data-buy="[^"]*" href="([^"?]*)/.exec(html)?.[1]?.replace(slug, "slug");
		};
		expect(await linkOf({ priceCents: 1000 })).toBe("/payment/slug");
		expect(await linkOf({ priceCents: 49 })).toBe("/payment/direct/slug");
		expect(await linkOf({ priceCents: 0, pricing: "free" })).toBe("/payment/slug");
	});

	// G76
	it("sends everyone the same card, without a cookie", async () => {
		const { share, creator, buyer } = await makeSale();
		const bodies = await Promise.all(
			[{}, creator.cookies, buyer.cookies].map(async (cookies) => {
				const response = await requestPage(`/embed/${share.slug}`, cookies);
				expect(response.headers.getSetCookie()).toEqual([]);
				return response.text();
			}),
		);
		expect(new Set(bodies).size).toBe(1);
	});

	it("shows a creator's words as text only", async () => {
		const { user } = await makeCreator({ displayName: EVIL });
		const share = await makeShare(user.id, { title: EVIL, description: EVIL });
		const html = await (await requestPage(`/embed/${share.slug}`)).text();
		expect(html).not.toContain("<script>alert");
		expect(html).not.toContain("<img src=x");
	});

	it("shows no button if nothing is for sale", async () => {
		const { user } = await makeCreator();
		const share = await makeShare(user.id, { selling: false });
		const html = await (await requestPage(`/embed/${share.slug}`)).text();
		expect(html).not.toContain("data-buy");
		expect(html).toContain("Not for sale right now");
	});

	// G11
	it.each(HIDDEN)("says nothing of a share that is not public: %j", async (fields) => {
		const { share, buyer } = await makeSale({ share: { title: "A secret title", ...fields } });
		for (const cookies of [{}, buyer.cookies]) {
			const framed = await requestPage(`/embed/${share.slug}`, cookies);
			expect(framed.status).toBe(404);
			expect(framed.headers.get("cache-control")).toBe("no-store");
			expect(await framed.text()).not.toContain("A secret title");
		}
		const page = await requestPage(`/share/${share.slug}`, buyer.cookies);
		const html = await page.text();
		expect(html).not.toContain("oembed");
		expect(html).not.toContain("ld+json");
	});
});

describe("GET /oembed", () => {
	it("describes a share as a frame of our own origin", async () => {
		const { user } = await makeCreator({ displayName: "Ada & Co" });
		const share = await makeShare(user.id, { title: `Light "and" <shade>` });
		const json = await oembed(addressOf(share.slug));
		expect(json.headers.get("content-type")).toContain("application/json");
		const body = await json.json();
		expect(body).toMatchObject({
			version: "1.0",
			type: "rich",
			title: `Light "and" <shade>`,
			author_name: "Ada & Co",
			provider_url: ORIGIN,
			width: 600,
			height: 240,
			thumbnail_url: `${addressOf(share.slug)}/card.jpg`,
		});
		expect(body).toMatchObject({
			html: expect.stringContaining(
				`<iframe src="${ORIGIN}/embed/${share.slug}" title="Light &quot;and&quot; &lt;shade&gt;"`,
			),
		});
	});

	it("keeps to the size that is asked for", async () => {
		const share = await makeShare((await makeCreator()).user.id);
		for (const [width, height] of [
			[500, 200],
			[320, 1000],
			[10_000, 10_000],
			[1, 1],
		] as const) {
			const query = `&maxwidth=${width}&maxheight=${height}`;
			const body = await (await oembed(addressOf(share.slug), query)).json<{
				width: number;
				height: number;
				thumbnail_width?: number;
			}>();
			expect(body.width).toBeLessThanOrEqual(width);
			expect(body.height).toBeLessThanOrEqual(height);
			expect(body.thumbnail_width ?? 0).toBeLessThanOrEqual(width);
		}
	});

	// G11
	it.each(HIDDEN)("knows nothing of a share that is not public: %j", async (fields) => {
		const { share } = await makeSale({ share: fields });
		const response = await oembed(addressOf(share.slug));
		expect(response.status).toBe(404);
	});

	it("answers other addresses with 404, other formats and no address with 400", async () => {
		const share = await makeShare((await makeCreator()).user.id);
		for (const address of [
			`https://elsewhere.test/share/${share.slug}`,
			`${ORIGIN}/share/unknown`,
			`${ORIGIN}/share/${share.slug}/card.jpg`,
			`${ORIGIN}/dashboard`,
		])
			expect((await oembed(address)).status, address).toBe(404);
		expect((await oembed(addressOf(share.slug), "&format=xml")).status).toBe(400);
		expect((await request("/oembed")).status).toBe(400);
		for (const address of [
			`${ORIGIN}/share/unknown`,
			`${ORIGIN}/c/nobody`,
			addressOf(share.slug),
		]) {
			const response = await oembed(address);
			expect(response.headers.get("access-control-allow-origin"), address).toBe("*");
			expect(response.headers.get("access-control-allow-credentials")).toBeNull();
		}
		const nonsense = await request("/oembed?url=nonsense");
		expect(nonsense.status).toBe(400);
		expect(await nonsense.json()).toMatchObject({
			fields: { url: "This must be a full address, such as https://example.com/page." },
		});
	});

	it("refuses a size that is none, and ignores parameters of sites", async () => {
		const share = await makeShare((await makeCreator()).user.id);
		for (const size of ["-1", "0", "1.5", "wide"]) {
			const refused = await oembed(addressOf(share.slug), `&maxwidth=${size}`);
			expect(refused.status, size).toBe(400);
			expect(await refused.json()).toMatchObject({
				fields: { maxwidth: "Choose a size in whole pixels, at least 1." },
			});
		}
		const more = await oembed(addressOf(share.slug), "&maxwidth=500&dnt=1&theme=dark");
		expect(more.status).toBe(200);
	});
});

describe("the page of a public share", () => {
	it("lets every site's scripts read public data and refusals", async () => {
		const share = await makeShare((await makeCreator()).user.id);
		for (const [path, status] of [
			[`/api/file-shares/${share.slug}`, 200],
			["/api/file-shares/unknown", 404],
			["/api/creators/nobody", 404],
			["/c/nobody/feed.xml", 404],
		] as const) {
			const response = await request(path, { headers: { origin: "https://elsewhere.test" } });
			expect(response.status, path).toBe(status);
			expect(response.headers.get("access-control-allow-origin"), path).toBe("*");
			expect(response.headers.get("access-control-allow-credentials")).toBeNull();
		}
		const own = await request("/api/my-file-shares", {
			headers: { origin: "https://elsewhere.test" },
		});
		expect(own.headers.get("access-control-allow-origin")).toBeNull();
	});

	it("tells caches that the reader's language decides what it says", async () => {
		const share = await makeShare((await makeCreator()).user.id);
		const said = ["en", "de"].map(async (language) => {
			const response = await request(`/embed/${share.slug}`, {
				headers: { "accept-language": language },
			});
			expect(response.headers.get("vary")).toBe("Cookie, Accept-Language");
			return response.text();
		});
		const [english, german] = await Promise.all(said);
		expect(english).not.toBe(german);
	});

	it("leaves out the name of a creator without one", async () => {
		const share = await makeShare((await makeCreator({ firstName: null, lastName: null })).user.id);
		const address = `/oembed?url=${encodeURIComponent(addressOf(share.slug))}`;
		expect(await (await request(address)).json()).not.toHaveProperty("author_name");
		expect(await (await request(`/embed/${share.slug}`)).text()).not.toMatch(/\bby\b|null/);
		expect(await (await requestPage(`/share/${share.slug}`)).text()).not.toMatch(/ by |"seller"/);
	});

	it("names its card for other sites, and its offer for search engines", async () => {
		const { user } = await makeCreator({ displayName: "Ada Meyer" });
		const share = await makeShare(user.id, { title: EVIL, priceCents: 1250 });
		const html = await (await requestPage(`/share/${share.slug}`)).text();
		const encoded = encodeURIComponent(addressOf(share.slug));
		expect(html).toContain(
			`<link rel="alternate" type="application/json+oembed" href="${ORIGIN}/oembed?url=${encoded}&amp;format=json"`,
		);
		const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
		expect(JSON.parse(json)).toMatchObject({
			"@type": "Product",
			name: EVIL,
			url: addressOf(share.slug),
			image: `${addressOf(share.slug)}/card.jpg`,
			offers: {
				"@type": "Offer",
				price: "12.50",
				priceCurrency: "USD",
				availability: "https://schema.org/InStock",
				seller: { name: "Ada Meyer" },
			},
		});
	});

	// G11
	it("keeps search engines out if its creator wants", async () => {
		const { user, cookies } = await makeCreator();
		const share = await makeShare(user.id);
		const robots = async () =>
			(await requestPage(`/share/${share.slug}`)).headers.get("x-robots-tag");
		expect(await robots()).toBeNull();
		const edit = await request(`/api/file-shares/${share.slug}`, {
			method: "PATCH",
			body: JSON.stringify({ indexed: false }),
			headers: { "content-type": "application/json" },
			cookies,
		});
		expect(edit.status).toBe(200);
		expect(await robots()).toBe("noindex");
		const [row] = await testCtx().db.select().from(shares).where(eq(shares.id, share.id));
		expect(row?.indexed).toBe(false);
		// Other sites may still show it.
		expect((await requestPage(`/embed/${share.slug}`)).status).toBe(200);
	});
});
