import { describe, expect, it } from "vitest";
import type { RenditionKind } from "../../../../worker/catalogue/shares/contract/shares.ts";
import type { Rendition } from "../../../preview-engine/rendition.ts";
import { NOTHING_SET_UP } from "../../../test/payment-status.ts";
import { draftAfter, EMPTY_DRAFT } from "../organise/draft.ts";
import { EMPTY_DETAILS } from "../screen/details.ts";
import { draftPage } from "./draft-page.ts";

type Drawing = Parameters<typeof draftPage>[0];

const made = (kind: RenditionKind, more: Partial<Rendition> = {}): Rendition => ({
	kind,
	body: new Blob([kind]),
	width: 600,
	height: 400,
	...more,
});
const RENDITIONS: Record<string, Rendition[]> = {
	jpg: [made("image"), made("watermarked"), made("sample")],
	mp4: [made("poster", { durationMs: 90_000 })],
	mp3: [made("clip", { durationMs: 90_000 }), made("waveform"), made("tags")],
	pdf: [made("page", { pages: 40 }), made("page2")],
	ttf: [made("glyphs"), made("page")],
	zip: [],
};

function drawn(names: readonly string[], change: Partial<Drawing> = {}) {
	const files = names.map((name) => new File(["bytes"], name));
	const draft = draftAfter(EMPTY_DRAFT, { type: "add", files, isNested: true });
	return draftPage({
		details: EMPTY_DETAILS,
		samples: [],
		cover: null,
		creator: { name: "Mara", verified: true },
		currency: "usd",
		status: NOTHING_SET_UP,
		examples: { title: "Your title", price: "10.00" },
		drawnOf: ({ name }) => ({
			renditions: new Map(
				(RENDITIONS[name.split(".")[1] ?? ""] ?? []).map((one) => [one.kind, one]),
			),
			urlOf: ({ kind }) => `blob:${kind}`,
			textOf: ({ kind }) => (kind === "tags" ? '{"title":"Ebb"}' : "0a1"),
			isPending: name.startsWith("later"),
		}),
		...change,
		draft: change.draft ?? draft,
	});
}
const shown = (name: string, change?: Partial<Drawing>) => drawn([name], change).files[0]?.preview;
const withImages = (images: "blur" | "watermark" | "none") => ({
	details: { ...EMPTY_DETAILS, preview: { images, clip: "30" as const } },
});

describe("the page of a draft", () => {
	it("shows examples until title and price are typed", () => {
		expect(drawn(["a.jpg"]).fileShare).toMatchObject({ title: "Your title", price: "10.00" });
		const details = { ...EMPTY_DETAILS, title: " Dawn ", price: "24", description: "Six." };
		expect(drawn(["a.jpg"], { details }).fileShare).toMatchObject({
			title: "Dawn",
			price: "24.00",
			description: "Six.",
		});
		const free = { ...EMPTY_DETAILS, pricing: "free" as const };
		expect(drawn(["a.jpg"], { details: free }).fileShare.price).toBe("0");
	});

	it.each([
		["40", { count: 40, open: true }],
		["", null],
		["many", null],
	])("asks for %j files to choose once that is a number", (count, choosing) => {
		const details = { ...EMPTY_DETAILS, choosing: { count, open: true } };
		expect(drawn(["a.jpg"], { details }).fileShare.choosing).toEqual(choosing);
	});

	it("shows pictures sharp and unmarked where everyone may download them", () => {
		const details = { ...EMPTY_DETAILS, pricing: "free" as const, asksAddress: false };
		const preview = shown("a.jpg", { details });
		expect(preview).toMatchObject({ kind: "sample", src: "blob:sample" });
		expect(preview?.isSample).toBeUndefined();
	});

	it("gives the page a font's letters themselves, since its policy lets it fetch no blob", () => {
		expect(shown("a.ttf")).toMatchObject({ kind: "page", src: "blob:page", glyphs: "0a1" });
	});

	it("keeps a picture's place until it is made, and nothing for other files", () => {
		expect(shown("later.png")).toMatchObject({ kind: "image", src: null });
		expect(shown("failed.png")).toBeNull();
		expect(shown("later.zip")).toBeNull();
	});

	it.each([
		[
			"a blurred picture",
			"a.jpg",
			withImages("blur"),
			{ kind: "image", src: null, placeholder: "blob:image" },
		],
		[
			"a watermarked picture",
			"a.jpg",
			withImages("watermark"),
			{ kind: "watermarked", src: "blob:watermarked" },
		],
		["nothing where nothing is shown", "a.jpg", withImages("none"), null],
		[
			"a film's poster while its clip is made",
			"a.mp4",
			{},
			{ kind: "poster", src: "blob:poster", durationMs: 90_000, clipMs: null },
		],
		[
			"a track with its tags and length",
			"a.mp3",
			{},
			{ kind: "clip", durationMs: 90_000, clipMs: 30_000, waveform: "0a1", tags: { title: "Ebb" } },
		],
		[
			"a document's pages",
			"a.pdf",
			{},
			{
				kind: "page",
				pages: 40,
				morePages: [{ src: "blob:page2", width: 600, height: 400, number: 2 }],
			},
		],
		["nothing of a file without a preview", "a.zip", {}, null],
	] as const)("shows %s", (_, name, change, preview) => {
		if (preview === null) expect(shown(name, change)).toBeNull();
		else expect(shown(name, change)).toMatchObject(preview);
	});

	it.each([
		["marked", true, { kind: "watermarked", src: "blob:watermarked" }],
		["unmarked", false, { kind: "sample", src: "blob:sample" }],
	])("shows a %s sample", (_, samplesMarked, preview) => {
		const draft = draftAfter(EMPTY_DRAFT, {
			type: "add",
			files: [new File(["bytes"], "a.jpg"), new File(["bytes"], "b.jpg")],
			isNested: true,
		});
		const samples = draft.files.slice(0, 1).map(({ key }) => key);
		const details = { ...EMPTY_DETAILS, samplesMarked };
		const [sample, other] = drawn([], { draft, samples, details }).files;
		expect(sample?.preview).toMatchObject({ ...preview, isSample: true });
		expect(other?.preview).toMatchObject({ kind: "image", src: null });
	});

	it("begins with the chosen cover, else the first sample, else the first picture", () => {
		const draft = draftAfter(EMPTY_DRAFT, {
			type: "add",
			files: ["a.zip", "b.jpg", "c.jpg", "d.jpg"].map((name) => new File(["bytes"], name)),
			isNested: true,
		});
		const [, b, c, d] = draft.files.map(({ key }) => key);
		const coverOf = (change: Partial<Drawing>) => drawn([], { draft, ...change }).cover?.fileId;
		expect(coverOf({})).toBe(String(b));
		expect(coverOf({ samples: [Number(c)] })).toBe(String(c));
		const chosen = { ...draft, cover: { fileId: String(d) } };
		expect(coverOf({ draft: chosen, samples: [Number(c)] })).toBe(String(d));
		const own = { ...draft, cover: { picture: new Blob() } };
		const cover = { src: "blob:own", width: 3, height: 2 };
		expect(drawn([], { draft: own, cover }).cover).toMatchObject({ src: "blob:own", fileId: null });
	});
});
