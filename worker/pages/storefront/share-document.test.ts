import { describe, expect, it } from "vitest";
import type { InlinedShare } from "../../catalogue/shares/contract/share-view.ts";
import { readImageHeader } from "../../files/contract/image-header.ts";
import { makeSharePreviews } from "../../files/previews/make-share-previews.ts";
import { makeFile } from "../../test/fixtures/files.ts";
import { halvesPng } from "../../test/fixtures/images.ts";
import { requestPage } from "../../test/fixtures/pages.ts";
import { makeSale, makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, ORIGIN, testCtx } from "../../test/fixtures/test-app.ts";

const ctx = testCtx();

async function inlined(response: Response): Promise<InlinedShare> {
	const html = await response.text();
	const json = /<script type="application\/json" id="share-data">(.*?)<\/script>/s.exec(html)?.[1];
	return JSON.parse(json ?? "null") as InlinedShare;
}

/** The text of the rendered page. */
async function textOf(response: Response): Promise<string> {
	const html = await response.text();
	const root =
		/<div id="root" data-rendered="">(.*)<script type="application/s.exec(html)?.[1] ?? "";
	return root
		.replace(/<!--[^>]*-->/g, "")
		.replace(/<[^>]+>/g, " ")
		.replace(/\s+/g, " ");
}

describe("GET /share/{shareId}", () => {
	it("contains the share's data and the tags of a link preview", async () => {
		const { share } = await makeSale({ share: { description: "Ten photos of one evening." } });
		const response = await requestPage(`/share/${share.slug}`);
		expect(response.status).toBe(200);
		expect(response.headers.get("cache-control")).toBe("private, no-store");
		const html = await response.clone().text();
		expect(html).toContain("<title>Sunset set · Tillbox</title>");
		expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/share/${share.slug}">`);
		expect(html).toContain(
			`<meta property="og:image" content="${ORIGIN}/share/${share.slug}/card.jpg">`,
		);
		expect(html).toContain('<meta property="og:image:type" content="image/jpeg">');
		expect(html).toContain("Ten photos of one evening. — 1 file for $10.00");
		expect(html).not.toContain("noindex");
		expect(await inlined(response)).toEqual({
			page: await (await requestPage(`/api/file-shares/${share.slug}`)).json(),
		});
	});

	it("names the price in the share's currency", async () => {
		const { share } = await makeSale({ share: { currency: "eur" } });
		const html = await (await requestPage(`/share/${share.slug}`)).text();
		expect(html).toContain("1 file for €10.00");
	});

	// G77
	it("escapes titles and descriptions", async () => {
		const evil = `</script><script>alert(1)</script><!-- "><img src=x onerror=alert(2)> </title>`;
		const { share } = await makeSale({ share: { title: evil, description: evil } });
		const response = await requestPage(`/share/${share.slug}`);
		const html = await response.clone().text();
		const seen: string[] = [];
		await new HTMLRewriter()
			.on("script", { element: (tag) => void seen.push(tag.getAttribute("id") ?? "built") })
			.on("img", { element: () => void seen.push("img") })
			.transform(new Response(html))
			.text();
		// The second one is the offer for search engines.
		expect(seen).toEqual(["built", "built", "share-data"]);
		expect(html).not.toContain("<script>alert");
		expect((await inlined(response)).page?.fileShare.title).toBe(evil);
	});

	it("excludes link sales, unfinished uploads and deleted shares from search engines", async () => {
		const kept = { status: "deleted", deletion: "kept", keptUntil: Date.now() + 60_000 } as const;
		for (const fields of [{ saleMode: "link" }, { status: "uploading" }, kept] as const) {
			const { share, buyer } = await makeSale({ share: fields });
			const response = await requestPage(`/share/${share.slug}`, buyer.cookies);
			expect(response.headers.get("x-robots-tag")).toBe("noindex");
			expect(await response.text()).toContain('<meta name="robots" content="noindex">');
		}
	});

	it("serves the app with 404 for unknown shares", async () => {
		const response = await requestPage("/share/nobody-knows-this");
		expect(response.status).toBe(404);
		expect(response.headers.get("content-type")).toContain("text/html");
		expect(await inlined(response.clone())).toMatchObject({ refusal: { code: "share.not_found" } });
		expect(await textOf(response)).toContain("Share Not Found");
	});

	// G77
	it("renders each viewer's own rights", async () => {
		const { share, buyer, creator } = await makeSale({ share: { priceCents: 1250 } });
		const show = async (cookies: Record<string, string> = {}) =>
			textOf(await requestPage(`/share/${share.slug}`, cookies));
		expect(await show(buyer.cookies)).toContain("Download everything");
		expect(await show(creator.cookies)).toContain("This is your share");
		const visitor = await show();
		expect(visitor).toContain("$12.50");
		expect(visitor).not.toContain("Download everything");
	});

	it("responds to HEAD", async () => {
		const { share } = await makeSale();
		const response = await requestPage(`/share/${share.slug}`, {}, {}, "HEAD");
		expect(response.status).toBe(200);
		expect(await response.text()).toBe("");
	});
});

it("scales up the tiny preview, and shows the mark without one", async () => {
	const share = await makeShare((await makeCreator()).user.id);
	const card = async () => {
		const response = await requestPage(`/share/${share.slug}/card.jpg`);
		expect(response.headers.get("content-type")).toBe("image/jpeg");
		return new Uint8Array(await response.arrayBuffer());
	};
	const mark = await card();
	const isCard = { format: "image/jpeg", width: 1200, height: 630, metadata: false };
	expect(readImageHeader(mark)).toMatchObject(isCard);
	await makeFile(share, halvesPng(800, 420), {
		originalName: "a.png",
		mimeType: "image/png",
	});
	await makeSharePreviews(ctx, share.id);
	const stretched = await card();
	expect(readImageHeader(stretched)).toMatchObject(isCard);
	expect(stretched).not.toEqual(mark);
});
