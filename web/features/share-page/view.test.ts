import { describe, expect, it } from "vitest";
import {
	asBuyer,
	picturesOf,
	rowsOf,
	shareViewStatusOf,
} from "../../../worker/contract/share-view.ts";
import type { ShareFile, ShareResponse } from "../../../worker/contract/shares.ts";
import { fileOf, previewOf, shareOf } from "../../../worker/test/share-page.ts";
import { foldersOf, isPreviewable, kindsOf } from "./view.ts";

const file = (fields: Partial<ShareFile> = {}) =>
	fileOf({ originalName: "a.jpg", mimeType: "image/jpeg", size: 10, preview: null, ...fields });
const page = (
	share: Partial<ShareResponse["fileShare"]>,
	accepts: { acceptsCard?: boolean; acceptsDirect?: boolean } = {},
) => {
	const { creator } = shareOf([]);
	return shareOf([], share, { creator: { ...creator, ...accepts } });
};

describe("the viewer's access", () => {
	it("keeps bought access when sales have ended", () => {
		expect(shareViewStatusOf(page({ isPaid: true, soldOut: true, selling: false }))).toBe("paid");
	});
	it("shows the creator the buyer's view, and changes nothing for others", () => {
		expect(shareViewStatusOf(asBuyer(page({ isOwner: true })))).toBe("for-sale");
		expect(shareViewStatusOf(asBuyer(page({ isOwner: true, isPaid: true })))).toBe("for-sale");
		expect(shareViewStatusOf(asBuyer(page({ isPaid: true })))).toBe("paid");
	});
	it("states why nothing can be bought", () => {
		expect(shareViewStatusOf(page({ status: "uploading", isOwner: true }))).toBe("uploading");
		expect(shareViewStatusOf(page({ soldOut: true }))).toBe("sold-out");
		expect(shareViewStatusOf(page({ selling: false }))).toBe("stopped");
		expect(shareViewStatusOf(page({}, { acceptsCard: false }))).toBe("no-route");
		expect(shareViewStatusOf(page({}, { acceptsCard: false, acceptsDirect: true }))).toBe(
			"for-sale",
		);
	});
});

describe("folders and kinds", () => {
	const files = [
		file({ folderPath: "Zebra", size: 1 }),
		file({ size: 2 }),
		file({ folderPath: "Audio", mimeType: "audio/mpeg", size: 3 }),
		file({ folderPath: "Zebra", size: 4 }),
	];
	it("puts Main Files first and keeps the creator's order", () => {
		expect(foldersOf(files).map(({ path, size }) => [path, size])).toEqual([
			["Main Files", 2],
			["Zebra", 5],
			["Audio", 3],
		]);
	});
	it("puts main files before supporting ones in each folder, and returns where those begin", () => {
		const named = (originalName: string, mimeType: string) => file({ originalName, mimeType });
		const [folder] = foldersOf([
			named("test 1.jpg", "image/jpeg"),
			named("song.mp3", "audio/mpeg"),
			named("Album Cover.png", "image/png"),
			named("font.otf", "font/otf"),
			named("score.pdf", "application/pdf"),
		]);
		expect(folder?.files.map(({ originalName }) => originalName)).toEqual([
			...["song.mp3", "Album Cover.png", "score.pdf"],
			...["test 1.jpg", "font.otf"],
		]);
		expect(folder?.supportingFrom).toBe(3);
	});
	it("has no separator where all files of a folder are of one kind", () => {
		expect(foldersOf([file(), file()])[0]?.supportingFrom).toBeNull();
		expect(foldersOf([file({ mimeType: "video/mp4" })])[0]?.supportingFrom).toBeNull();
	});
	it("counts kinds, in descending order", () => {
		expect(kindsOf(files)).toEqual([
			["image", 3],
			["audio", 1],
		]);
	});
});

describe("pictures", () => {
	it("are shown for files that have one, with bounded true proportions", () => {
		const preview = previewOf({
			width: 4000,
			height: 1000,
			placeholder: "data:image/webp;base64,AA",
			src: null,
		});
		const shown = picturesOf([
			file(),
			file({ preview }),
			file({ preview: { ...preview, width: 300, height: 200 } }),
			file({ preview: { ...preview, kind: "clip", placeholder: null } }),
		]);
		expect(shown.map(({ ratio }) => ratio)).toEqual([3, 1.5]);
	});
	it("are arranged in rows of about the same height, in order, without an oversized last one", () => {
		const pictures = [1.5, 0.75, 1.55, 1, 2.4, 0.8].map((ratio, index) => ({
			file: file({ id: `file-${index}` }),
			ratio,
		}));
		const rows = rowsOf(pictures, 2.6);
		expect(rows.map((row) => row.map(({ ratio }) => ratio))).toEqual([
			[1.5, 0.75],
			[1.55, 1],
			[2.4, 0.8],
		]);
		expect(rowsOf(pictures.slice(0, 1), 2.6)).toHaveLength(1);
		expect(rowsOf([], 2.6)).toEqual([]);
	});
	it("never previews an SVG, paid or not", () => {
		expect(isPreviewable(file({ mimeType: "image/svg+xml" }), true)).toBe(false);
		expect(isPreviewable(file(), true)).toBe(true);
		expect(isPreviewable(file(), false)).toBe(false);
	});
});
