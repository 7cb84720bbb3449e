import { describe, expect, it } from "vitest";
import {
	asBuyer,
	shareViewStatusOf,
} from "../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareFile, ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { fileOf, previewOf, shareOf } from "../../../worker/test/fixtures/share-page.ts";
import { extensionOf } from "./file-names.ts";
import { foldersOf } from "./tree.ts";
import { albumCoverOf, groupByKind, kindsOf, viewableOf } from "./view.ts";

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
		const open = { pricing: "free", asksAddress: false } as const;
		expect(shareViewStatusOf(asBuyer(page({ isOwner: true, isPaid: true, ...open })))).toBe("paid");
	});
	it("shows the creator the same blurred pictures and sharp samples as buyers", () => {
		const placeholder = "/api/renditions/tiny";
		const files = (["watermarked", "sample"] as const).map((kind) =>
			fileOf({ preview: previewOf({ kind, src: `/api/renditions/${kind}`, placeholder }) }),
		);
		const kinds = (images: "blur" | "watermark") =>
			asBuyer(shareOf(files, { isOwner: true, images })).files.map(({ preview }) => [
				preview?.kind,
				preview?.src,
			]);
		expect(kinds("blur")).toEqual([
			["image", placeholder],
			["sample", "/api/renditions/sample"],
		]);
		const marked = previewOf({ kind: "watermarked", src: "/api/renditions/m", isSample: true });
		const [file] = asBuyer(shareOf([fileOf({ preview: marked })], { isOwner: true })).files;
		expect(file?.preview).toEqual(marked);
		expect(kinds("watermark")[0]).toEqual(["watermarked", "/api/renditions/watermarked"]);
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
			named("read me.unknown", "application/octet-stream"),
		]);
		expect(folder?.files.map(({ originalName }) => originalName)).toEqual([
			"song.mp3",
			"Album Cover.png",
			"score.pdf",
			"test 1.jpg",
			"font.otf",
			"read me.unknown",
		]);
		expect(folder?.supportingFrom).toBe(3);
	});
	it("needs no separator if all files of a folder are of one kind", () => {
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

describe("the parts of the page", () => {
	const kinds = (files: ShareFile[], paid = false) =>
		Object.fromEntries(
			Object.entries(groupByKind(files, paid)).map(([part, list]) => [
				part,
				list.map(({ originalName }) => originalName),
			]),
		);
	const all = [
		file({ originalName: "a.jpg", preview: previewOf() }),
		file({ originalName: "bare.jpg" }),
		file({ originalName: "b.mp4", mimeType: "video/mp4", preview: previewOf({ kind: "poster" }) }),
		file({ originalName: "bare.mp4", mimeType: "video/mp4" }),
		file({ originalName: "c.mp3", mimeType: "audio/mpeg" }),
		file({
			originalName: "d.pdf",
			mimeType: "application/pdf",
			preview: previewOf({ kind: "page", placeholder: null, src: "/api/renditions/x" }),
		}),
		file({
			originalName: "e.zip",
			mimeType: "application/zip",
			preview: previewOf({ kind: "listing", placeholder: null }),
		}),
		file({ originalName: "f.psd", mimeType: "image/vnd.adobe.photoshop" }),
	];

	it("hold every file once", () => {
		expect(kinds(all)).toEqual({
			pictures: ["a.jpg"],
			films: ["b.mp4"],
			tracks: ["c.mp3"],
			pages: ["d.pdf"],
			archives: ["e.zip"],
			others: ["bare.jpg", "bare.mp4", "f.psd"],
		});
		expect(Object.values(kinds(all, true)).flat().sort()).toEqual(
			Object.values(kinds(all)).flat().sort(),
		);
		expect(kinds(all, true).films).toEqual(["b.mp4", "bare.mp4"]);
	});
	it("shows pictures and films that can be seen in the viewer", () => {
		const names = (paid: boolean) =>
			viewableOf(groupByKind(all, paid), paid).map(({ originalName }) => originalName);
		// A poster without a clip can't be played.
		expect(names(false)).toEqual(["a.jpg", "d.pdf"]);
		expect(names(true)).toEqual(["a.jpg", "b.mp4", "bare.mp4", "d.pdf"]);
	});
});

describe("names", () => {
	it.each([
		["a.mp3", "MP3"],
		["archive.tar.gz", "GZ"],
		["README", ""],
		["v1.2 final", ""],
		["x.verylongextension", ""],
	])("%s has the extension %s", (name, extension) => {
		expect(extensionOf(name)).toBe(extension);
	});
});

describe("the album's cover", () => {
	const song = file({ originalName: "1.mp3", mimeType: "audio/mpeg" });
	const picture = (originalName: string) =>
		file({ originalName, preview: previewOf({ kind: "sample", src: "/api/renditions/s" }) });
	it.each([
		["by its name", [song, picture("band.jpg"), picture("Folder.JPG")], "Folder.JPG"],
		["as the only picture", [picture("scan.jpg"), song], "scan.jpg"],
		[
			"in no photo next to other work",
			[song, picture("a.jpg"), file({ icon: "archive" })],
			undefined,
		],
		["in none of several photos", [song, picture("a.jpg"), picture("b.jpg")], undefined],
		["nowhere without tracks", [picture("cover.jpg")], undefined],
		["nowhere without a preview", [song, file({ originalName: "cover.jpg" })], undefined],
	])("finds it %s", (_, files, name) => {
		expect(albumCoverOf(files)?.originalName).toBe(name);
		const pictures = files.filter(({ preview }) => preview);
		expect(groupByKind(files, false).pictures).toHaveLength(pictures.length - (name ? 1 : 0));
	});
});
