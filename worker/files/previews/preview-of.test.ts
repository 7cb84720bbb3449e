import { expect, it } from "vitest";
import type { RenditionKind } from "../../catalogue/shares/contract/shares.ts";
import { pictureOf, presentPreview, type ShownRendition } from "./preview-of.ts";

const row = (kind: RenditionKind, fields: Partial<ShownRendition> = {}): ShownRendition => ({
	fileId: "file",
	kind,
	hash: kind,
	width: 612,
	height: 792,
	inline: null,
	durationMs: null,
	originalMs: null,
	startMs: null,
	pages: null,
	...fields,
});
const BLURRED = { images: "blur", samples: [], samplesMarked: true } as const;
const pdf = { id: "file", mimeType: "application/pdf", noPreview: false, hiddenPages: [] };
const track = { id: "file", mimeType: "audio/mpeg", noPreview: false, hiddenPages: [] };

it("shows a document's pages in order, up to a missing one", () => {
	const rows = [row("page3"), row("page5"), row("page2", { width: 792, height: 612 }), row("page")];
	expect(presentPreview(pdf, BLURRED, rows)).toMatchObject({
		kind: "page",
		src: "/api/renditions/page",
		morePages: [
			{ src: "/api/renditions/page2", width: 792, height: 612, number: 2 },
			{ src: "/api/renditions/page3", width: 612, height: 792, number: 3 },
		],
	});
	expect(presentPreview(pdf, BLURRED, [row("page")])).not.toHaveProperty("morePages");
});

it("shows hidden pages to the creator alone, and others without gaps", () => {
	const rows = [row("page"), row("page2"), row("page3"), row("page4")];
	const book = { ...pdf, hiddenPages: ["page", "page3"] } as const;
	const shown = {
		kind: "page",
		src: "/api/renditions/page2",
		morePages: [{ src: "/api/renditions/page4", width: 612, height: 792, number: 4 }],
	};
	expect(presentPreview(book, BLURRED, rows)).toMatchObject(shown);
	expect(presentPreview(book, BLURRED, rows)).not.toHaveProperty("hiddenPages");
	expect(presentPreview(book, BLURRED, rows, { isCreator: true })).toMatchObject({
		...shown,
		hiddenPages: [{ number: 1 }, { number: 3, src: "/api/renditions/page3" }],
	});
	expect(pictureOf(book, BLURRED, rows)?.kind).toBe("page2");
	expect(presentPreview(book, BLURRED, [row("page")])).toBeNull();
});

it("shows a track's tags, even without a clip, but no picture of them", () => {
	const tags = row("tags", { inline: '{"title":"Low Tide","number":1}' });
	expect(presentPreview(track, BLURRED, [tags])).toMatchObject({
		kind: "tags",
		src: null,
		clipMs: null,
		tags: { title: "Low Tide", number: 1 },
	});
	expect(pictureOf(track, BLURRED, [tags])).toBeNull();
});

it("shows a font's page, and next to it its names and the address of its letters", () => {
	const font = { ...pdf, mimeType: "font/ttf" };
	const tags = { family: "Low Tide", style: "Bold", weight: 700 };
	const rows = [row("tags", { inline: JSON.stringify(tags) }), row("glyphs"), row("page")];
	const glyphs = "/api/renditions/glyphs";
	expect(presentPreview(font, BLURRED, rows)).toMatchObject({ kind: "page", glyphs, tags });
	expect(pictureOf(font, BLURRED, rows)?.kind).toBe("page");
	expect(pictureOf(font, BLURRED, [row("glyphs")])).toBeNull();
	expect(presentPreview(font, { ...BLURRED, images: "none" }, rows)).toBeNull();
});

it("states a clip's beginning unless it is 0", () => {
	const clip = (startMs: number | null) =>
		row("clip", { durationMs: 30_000, originalMs: 200_000, startMs });
	expect(presentPreview(track, BLURRED, [clip(65_000)])).toMatchObject({ clipStartMs: 65_000 });
	expect(presentPreview(track, BLURRED, [clip(null)])).not.toHaveProperty("clipStartMs");
});

it("shows nothing of a file whose creator shows no preview", () => {
	const rows = [row("page"), row("page2"), row("tags", { inline: "{}" })];
	for (const file of [pdf, track]) {
		expect(presentPreview(file, { ...BLURRED, images: "none" }, rows)).toBeNull();
		expect(presentPreview({ ...file, noPreview: true }, BLURRED, rows)).toBeNull();
	}
});
