import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { silentClip, silentWav } from "../../test/fixtures/clips.ts";
import { makeFile } from "../../test/fixtures/files.ts";
import { halvesPng } from "../../test/fixtures/images.ts";
import { requestPage } from "../../test/fixtures/pages.ts";
import { makeSale } from "../../test/fixtures/sales.ts";
import {
	call,
	makeCreator,
	ORIGIN,
	putBytes,
	request,
	testCtx,
} from "../../test/fixtures/test-app.ts";
import { begun, complete, put } from "../../test/fixtures/upload-helpers.ts";
import { LEAST_DRAWN_TEXT } from "./contract/preview-sizes.ts";
import type { MissingPreviews } from "./contract/previews.ts";
import { makeSharePreviews } from "./make-share-previews.ts";
import { renditions } from "./tables.ts";

const ctx = testCtx();
const PNG = halvesPng(400, 300);
const TRACK = silentWav(40);
const CLIP = silentClip(13);
const TEXT = new Uint8Array(LEAST_DRAWN_TEXT).fill(46);
const PDF = new Uint8Array(new TextEncoder().encode("%PDF-1.7 the whole document"));

/** A listed share on sale whose page shows a picture, a track, a document and two texts; its title marks it in responses. */
async function onSale() {
	const sale = await makeSale({ share: { title: "Evening light", listed: true } });
	const { share, creator } = sale;
	const handle = `p${ctx
		.id()
		.toLowerCase()
		.replace(/[^a-z0-9]/g, "0")
		.slice(0, 20)}`;
	await call("PUT", "/api/creator-page", { handle }, creator.cookies);
	const make = (originalName: string, mimeType: string, bytes: Uint8Array<ArrayBuffer>) =>
		makeFile(share, bytes, { originalName, mimeType });
	const image = await make("a.png", "image/png", PNG);
	const track = await make("b.wav", "audio/wav", TRACK);
	const document = await make("c.pdf", "application/pdf", PDF);
	await make("d.txt", "text/plain", TEXT);
	await makeSharePreviews(ctx, share.id);
	const send = (file: { id: string }, query: string, body: Uint8Array<ArrayBuffer>) =>
		putBytes(`/api/files/${file.id}/preview?${query}`, body, creator.cookies);
	const sendClip = () => send(track, "kind=clip&durationMs=40000", CLIP);
	const sendPage = () => send(document, "kind=page&width=800&height=600", halvesPng(400, 300));
	for (const sent of [await sendClip(), await sendPage()]) expect(sent.status).toBe(200);
	const rows = await ctx.db.select().from(renditions).where(eq(renditions.shareId, share.id));
	const hashOf = (file: { id: string }) =>
		rows.find(({ fileId }) => fileId === file.id)?.hash ?? "";
	const edit = async (json: object) => {
		const edited = await call("PATCH", `/api/file-shares/${share.slug}`, json, creator.cookies);
		expect(edited.status).toBe(200);
	};
	return { ...sale, handle, files: { image, track, document }, hashOf, edit, sendClip, rows };
}

let sold: Awaited<ReturnType<typeof onSale>>;
beforeAll(async () => {
	sold = await onSale();
});

const ids = () => Object.values(sold.files).map(({ id }) => id);
const switched = (noPreview: boolean) => ({ files: ids().map((id) => ({ id, noPreview })) });

/** Two ways to show nothing of the three files, the way back, and the missing previews: a long text. */
const SETTINGS = {
	"its files show no preview": [() => switched(true), () => switched(false), [[0, 1, ["d.txt"]]]],
	"the share has no previews": [() => ({ images: "none" }), () => ({ images: "blur" }), []],
} as const;

const VIEWERS = {
	stranger: async () => (await makeCreator()).cookies,
	buyer: async () => sold.buyer.cookies,
	owner: async () => sold.creator.cookies,
};
type Viewer = keyof typeof VIEWERS;
const BYTES = {
	image: PNG,
	track: TRACK,
	nothing: null,
} as const;

/** Routes that serve renditions, and their answer to buyers: the file itself, or nothing. */
const BYTE_ROUTES: Record<string, [() => string, keyof typeof BYTES]> = {
	"a picture's /preview": [() => `/api/files/${sold.files.image.id}/preview`, "image"],
	"a document's /preview": [() => `/api/files/${sold.files.document.id}/preview`, "nothing"],
	"a track's /stream": [() => `/api/files/${sold.files.track.id}/stream`, "track"],
	"a picture's rendition": [() => `/api/renditions/${sold.hashOf(sold.files.image)}`, "nothing"],
	"a document's rendition": [
		() => `/api/renditions/${sold.hashOf(sold.files.document)}`,
		"nothing",
	],
	"a narrow rendition": [
		() => `/api/renditions/${sold.hashOf(sold.files.document)}?width=256`,
		"nothing",
	],
	"a track's rendition": [() => `/api/renditions/${sold.hashOf(sold.files.track)}`, "nothing"],
};

/** Responses that refer to renditions or contain them. */
const PAGES: Record<string, () => string> = {
	"the share's answer": () => `/api/file-shares/${sold.share.slug}`,
	"the share's document": () => `/share/${sold.share.slug}`,
	"the embedded button": () => `/embed/${sold.share.slug}`,
	"the creator's page": () => `/c/${sold.handle}`,
	"the creator's answer": () => `/api/creators/${sold.handle}`,
};

describe.each(Object.entries(SETTINGS))("when %s", (_, [off, on, left]) => {
	beforeAll(async () => {
		await sold.edit(off());
		return () => sold.edit(on());
	});

	const cases = Object.keys(VIEWERS) as Viewer[];
	it.each(
		cases.flatMap((viewer) =>
			Object.entries(BYTE_ROUTES).map((route) => [viewer, ...route] as const),
		),
	)("the %s gets none from %s", async (viewer, _, [path, original]) => {
		const response = await request(path(), { cookies: await VIEWERS[viewer]() });
		const own = viewer === "stranger" ? null : BYTES[original];
		expect(response.status).toBe(own ? 200 : 404);
		if (own) expect(new Uint8Array(await response.arrayBuffer())).toEqual(own);
	});

	it.each(
		cases.flatMap((viewer) => Object.entries(PAGES).map((page) => [viewer, ...page] as const)),
	)("the %s sees none in %s", async (viewer, _, path) => {
		const text = await (await requestPage(path(), await VIEWERS[viewer]())).text();
		expect(text).toContain("Evening light");
		expect(text).not.toContain("data:image/");
		for (const { hash } of sold.rows) expect(text).not.toContain(hash);
	});

	it("shows the product's mark in link previews and oEmbed", async () => {
		const { share } = await makeSale();
		expect(await card(sold.share.slug)).toEqual(await card(share.slug));
		const oembed = await request(
			`/oembed?url=${encodeURIComponent(`${ORIGIN}/share/${sold.share.slug}`)}`,
		);
		const body = await oembed.text();
		for (const { hash } of sold.rows) expect(body).not.toContain(hash);
	});

	it("refuses later previews, and misses none", async () => {
		const refused = await sold.sendClip();
		expect(refused.status).toBe(400);
		expect(await refused.json()).toMatchObject({ message: "No preview of this file is shown." });
		expect(await missing(sold.creator.cookies)).toEqual(left);
	});
});

const card = async (slug: string) =>
	new Uint8Array(await (await requestPage(`/share/${slug}/card.jpg`)).arrayBuffer());
const missing = async (cookies: Record<string, string>) =>
	(
		await (await call("GET", "/api/missing-previews", undefined, cookies)).json<MissingPreviews>()
	).shares.map(({ made, total, files }) => [made, total, files.map(({ name }) => name)] as const);

describe("when previews are shown again", () => {
	it("serves previews on every route once they are shown again", async () => {
		const stranger = await VIEWERS.stranger();
		for (const [name, [path]] of Object.entries(BYTE_ROUTES))
			expect((await request(path(), { cookies: stranger })).status, name).toBe(200);
		for (const [name, path] of Object.entries(PAGES)) {
			const text = await (await requestPage(path(), stranger)).text();
			const isThere = sold.rows.some(({ hash }) => text.includes(hash));
			expect(isThere || text.includes("data:image/") || name.includes("button"), name).toBe(true);
		}
		const { share } = await makeSale();
		expect(await card(sold.share.slug)).not.toEqual(await card(share.slug));
	});
});

describe("one file without a preview", () => {
	const pageOf = async (slug: string, cookies = {}) =>
		(await request(`/api/file-shares/${slug}`, { cookies })).json<ShareResponse>();

	it("hides one file's preview, and gives the cover to another", async () => {
		const { image, document } = sold.files;
		await sold.edit({ coverFileId: image.id });
		await sold.edit({ files: [{ id: image.id, noPreview: true }] });
		const page = await pageOf(sold.share.slug);
		const shown = Object.fromEntries(page.files.map((file) => [file.id, file]));
		expect(shown[image.id]).toMatchObject({ preview: null, noPreview: true });
		expect(shown[document.id]).toMatchObject({ preview: { kind: "page" } });
		expect(shown[document.id]).not.toHaveProperty("noPreview");
		expect(page.cover?.fileId).toBe(document.id);
		await sold.edit({ files: [{ id: image.id, noPreview: false }] });
		expect((await pageOf(sold.share.slug)).cover?.fileId).toBe(image.id);
	});

	it("lets only the owner hide a preview, of a file of that share", async () => {
		const path = `/api/file-shares/${sold.share.slug}`;
		const other = await makeSale();
		const own = switched(true);
		expect((await call("PATCH", path, own, sold.buyer.cookies)).status).toBe(401);
		expect((await call("PATCH", path, own, other.creator.cookies)).status).toBe(404);
		const foreign = await call(
			"PATCH",
			`/api/file-shares/${other.share.slug}`,
			own,
			other.creator.cookies,
		);
		expect(foreign.status).toBe(400);
		expect(await foreign.json()).toMatchObject({ fields: { files: expect.any(String) } });
		expect((await pageOf(sold.share.slug)).files.filter(({ noPreview }) => noPreview)).toEqual([]);
	});

	it("hides a preview from the upload on and for its successor, and misses it once shown", async () => {
		const who = await makeCreator({ plan: "pro", emailVerifiedAt: 1 });
		const files = [
			{ name: "keys.txt", size: TEXT.length, noPreview: true },
			{ name: "notes.txt", size: TEXT.length },
		];
		const upload = await begun(files, {}, who);
		expect(upload.files.map(({ noPreview }) => noPreview)).toEqual([true, undefined]);
		const sendPage = async (index: number) => {
			const path = `/api/uploads/${upload.id}/files/${upload.files[index]?.id}/preview`;
			const query = "kind=page&width=800&height=600";
			return (await putBytes(`${path}?${query}`, halvesPng(400, 300), who.cookies)).status;
		};
		expect([await sendPage(0), await sendPage(1)]).toEqual([400, 200]);
		for (const index of [0, 1]) await put(upload, index, 1, TEXT, { who });
		expect((await complete(upload, who)).status).toBe(201);
		const slug = upload.shareId;
		expect(await missing(who.cookies)).toEqual([]);

		const [keys] = (await pageOf(slug)).files;
		expect(keys).toMatchObject({ originalName: "keys.txt", noPreview: true, preview: null });
		const replaces = { file: keys?.id ?? "" };
		const next = await begun(
			[{ name: "keys2.txt", size: TEXT.length, replaces }],
			{ addTo: slug },
			who,
		);
		expect(next.files[0]?.noPreview).toBe(true);
		await put(next, 0, 1, TEXT, { who });
		expect((await complete(next, who)).status).toBe(201);
		const [successor] = (await pageOf(slug)).files;
		expect(successor).toMatchObject({ originalName: "keys2.txt", noPreview: true });
		expect(await missing(who.cookies)).toEqual([]);

		const json = { files: [{ id: successor?.id, noPreview: false }] };
		expect((await call("PATCH", `/api/file-shares/${slug}`, json, who.cookies)).status).toBe(200);
		expect(await missing(who.cookies)).toEqual([[1, 2, ["keys2.txt"]]]);
	});

	it("keeps a choice made while the file's successor was being uploaded", async () => {
		const who = await makeCreator({ plan: "pro", emailVerifiedAt: 1 });
		const bytes = new Uint8Array(new TextEncoder().encode("12345"));
		const first = await begun([{ name: "keys.txt", size: 5 }], {}, who);
		await put(first, 0, 1, bytes, { who });
		await complete(first, who);
		const [keys] = (await pageOf(first.shareId)).files;
		const replaces = { file: keys?.id ?? "" };
		const next = await begun(
			[{ name: "new.txt", size: 5, replaces }],
			{ addTo: first.shareId },
			who,
		);
		const json = { files: [{ id: keys?.id, noPreview: true }] };
		await call("PATCH", `/api/file-shares/${first.shareId}`, json, who.cookies);
		await put(next, 0, 1, bytes, { who });
		await complete(next, who);
		expect((await pageOf(first.shareId)).files[0]).toMatchObject({ noPreview: true });
		const [row] = await ctx.db.select().from(shares).where(eq(shares.slug, first.shareId));
		expect(row?.imagePreview).toBe("blur");
	});
});
