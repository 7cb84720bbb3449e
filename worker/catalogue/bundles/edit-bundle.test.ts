import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ErrorBody } from "../../contract/errors.ts";
import { bundleOf, makeBundle, pageOf } from "../../test/fixtures/bundles.ts";
import { makeShare } from "../../test/fixtures/sales.ts";
import { call, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import type { MyShare } from "../shares/contract/shares.ts";
import { bundleParts, shares } from "../shares/tables.ts";

type Cookies = Record<string, string>;
type Slug = { slug: string };

const edit = (it: { cookies: Cookies }, share: Slug | undefined, json: object) =>
	call("PATCH", `/api/file-shares/${share?.slug}`, json, it.cookies);
const remove = (it: { cookies: Cookies }, share: Slug | undefined) =>
	call("DELETE", `/api/file-shares/${share?.slug}`, undefined, it.cookies);
const slugsOf = (list: readonly Slug[]) => list.map(({ slug }) => slug);
const fieldsOf = async (response: Response) => {
	expect(response.status).toBe(400);
	return Object.keys((await response.json<ErrorBody>()).fields ?? {});
};
const shownParts = async (bundle: Slug) =>
	(await pageOf(bundle)).bundle?.parts.map(({ shareId }) => shareId);

describe("a new bundle", () => {
	it("shows a bundle with its parts' sums and order, on its page and in the creator's list", async () => {
		const { creator, parts, bundle } = await makeBundle(
			[{ title: "One" }, { title: "Two", priceCents: 550 }],
			{ ownedParts: "less", description: "Both" },
		);
		const page = await pageOf(bundle);
		expect(page.fileShare).toMatchObject({
			title: "All of it",
			price: "20.00",
			saleMode: "each",
			maxSales: null,
			selling: true,
			isPaid: false,
			fileCount: 2,
			totalSize: 6,
			description: "Both",
		});
		expect(page.files).toEqual([]);
		expect(page.bundle).toEqual({
			ownedParts: "less",
			separately: "15.50",
			ownPrice: null,
			parts: [
				expect.objectContaining({
					shareId: parts[0]?.slug,
					title: "One",
					price: "10.00",
					fileCount: 1,
					isPaid: false,
					selling: true,
					kinds: [{ kind: "document", n: 1 }],
					cover: null,
				}),
				expect.objectContaining({ shareId: parts[1]?.slug, price: "5.50" }),
			],
		});
		const list = await (await request("/api/my-file-shares", { cookies: creator.cookies })).json<
			MyShare[]
		>();
		expect(list.find(({ shareId }) => shareId === bundle.slug)).toMatchObject({
			fileCount: 2,
			totalSize: 6,
			files: [],
			sales: 0,
			bundle: {
				ownedParts: "less",
				parts: parts.map(({ slug, title }) => ({ shareId: slug, title })),
			},
		});
	});

	it("consists of shares of the same creator that are published and sold to each buyer without a limit", async () => {
		const { creator, parts, bundle } = await makeBundle();
		const [good] = parts;
		const other = await makeShare((await makeCreator()).user.id);
		const make = (fields: Parameters<typeof makeShare>[1]) => makeShare(creator.user.id, fields);
		const wrong = [
			other,
			bundle,
			await make({ status: "uploading" }),
			await make({ status: "taken_down" }),
			await make({ saleMode: "link", maxSales: 1 }),
			await make({ maxSales: 5 }),
			{ slug: bundle.slug.replace(/.$/, (last) => (last === "a" ? "b" : "a")) },
		];
		const rows = () => testCtx().db.$count(shares, eq(shares.creatorId, creator.user.id));
		const before = await rows();
		const create = (slugs: readonly (string | undefined)[], fields: object = {}) =>
			call(
				"POST",
				"/api/bundles",
				{ title: "All", price: "20.00", parts: slugs, ...fields },
				creator.cookies,
			);
		for (const share of wrong)
			expect(await fieldsOf(await create([good?.slug, share.slug]))).toEqual(["parts"]);
		expect(await fieldsOf(await create([good?.slug]))).toEqual(["parts"]);
		expect(await fieldsOf(await create([good?.slug, good?.slug]))).toEqual(["parts"]);
		expect(await fieldsOf(await create(slugsOf(parts), { price: "0.00" }))).toEqual(["price"]);
		expect(await rows()).toBe(before);
	});
});

describe("a bundle that is edited", () => {
	it("gets other parts in another order, and a change that buyers have to see first", async () => {
		const { creator, parts, bundle } = await makeBundle();
		const [a, b, c] = slugsOf(parts);
		expect((await pageOf(bundle)).fileShare.changedAt).toBeNull();
		const json = { parts: [c, a], ownedParts: "less", pricing: "chosen", suggestedPrice: "25.00" };
		expect((await edit(creator, bundle, json)).status).toBe(200);
		expect(await shownParts(bundle)).toEqual([c, a]);
		const page = await pageOf(bundle);
		expect(page.fileShare).toMatchObject({ pricing: "chosen", suggestedPrice: "25.00" });
		expect(page.fileShare.changedAt).not.toBeNull();
		expect(page.bundle?.ownedParts).toBe("less");
		expect(await fieldsOf(await edit(creator, bundle, { parts: [a, bundle.slug] }))).toEqual([
			"parts",
		]);
		expect(await shownParts(bundle)).toEqual([c, a]);
		expect((await edit(await makeCreator(), bundle, { parts: [a, b] })).status).toBe(404);
	});

	it("takes nothing that needs files, and a share takes nothing that needs parts", async () => {
		const { creator, parts, bundle } = await makeBundle();
		const json = {
			saleMode: "link",
			endsAccess: true,
			images: "watermark",
			coverFileId: parts[0]?.id,
			order: [parts[0]?.id],
			pricing: "free",
		};
		for (const [field, value] of Object.entries(json))
			expect(await fieldsOf(await edit(creator, bundle, { [field]: value }))).toEqual([field]);
		const ofBundles = { parts: slugsOf(parts.slice(1)), ownedParts: "less" };
		for (const [field, value] of Object.entries(ofBundles))
			expect(await fieldsOf(await edit(creator, parts[0], { [field]: value }))).toEqual([field]);
		const duplicate = `/api/file-shares/${bundle.slug}/duplicate`;
		expect(await fieldsOf(await call("POST", duplicate, undefined, creator.cookies))).toEqual([
			"shareId",
		]);
		const files = [{ name: "a.txt", size: 3 }];
		const upload = { title: "A", price: "1.00", addTo: bundle.slug, files };
		expect(await fieldsOf(await call("POST", "/api/uploads", upload, creator.cookies))).toEqual([
			"addTo",
		]);
	});
});

describe("a part of a bundle", () => {
	it("refuses to limit or delete a part until it is taken out or the bundle is deleted", async () => {
		const { creator, parts, bundle } = await makeBundle();
		const [first, ...others] = parts;
		const tries = () => [
			edit(creator, first, { saleMode: "link" }),
			edit(creator, first, { maxSales: 3 }),
			remove(creator, first),
		];
		for (const response of await Promise.all(tries())) {
			expect(response.status).toBe(409);
			expect(await response.json()).toMatchObject({
				code: "share.in_bundle",
				details: { bundle: "All of it" },
			});
		}
		const json = { price: "12.00", selling: false, listed: true };
		expect((await edit(creator, first, json)).status).toBe(200);
		expect((await edit(creator, bundle, { parts: slugsOf(others) })).status).toBe(200);
		expect((await edit(creator, first, { maxSales: 3 })).status).toBe(200);
		expect((await remove(creator, first)).status).toBe(204);
		expect((await remove(creator, bundle)).status).toBe(204);
		expect(await testCtx().db.$count(bundleParts, eq(bundleParts.bundleId, bundle.id))).toBe(0);
		expect((await remove(creator, others[0])).status).toBe(204);
	});

	it("stays one when a limit and a new bundle come at the same moment", async () => {
		for (let round = 0; round < 3; round++) {
			const creator = await makeCreator();
			const parts = [await makeShare(creator.user.id), await makeShare(creator.user.id)];
			const [made, limited] = await Promise.all([
				call(
					"POST",
					"/api/bundles",
					{ title: "All", price: "20.00", parts: slugsOf(parts) },
					creator.cookies,
				),
				edit(creator, parts[0], { maxSales: 1 }),
			]);
			expect([made.status, limited.status]).not.toEqual([201, 200]);
			expect([made.status, limited.status].filter((status) => status < 300)).toHaveLength(1);
		}
	});

	it("allows a share in several bundles", async () => {
		const { creator, parts } = await makeBundle();
		const other = await bundleOf(creator, parts.slice(1), { title: "Others" });
		expect(await shownParts(other)).toEqual(slugsOf(parts.slice(1)));
	});
});
