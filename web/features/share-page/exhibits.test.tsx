import { expect, test, vi } from "vitest";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { fileOf, previewOf, shareOf } from "../../../worker/test/fixtures/share-page.ts";
import { show } from "../../test/render.tsx";
import { Exhibits } from "./exhibits.tsx";
import { albumCoverOf, groupByKind } from "./view.ts";

const drawn = (originalName: string, folderPath: string, pages: number | null = null) =>
	fileOf({
		originalName,
		mimeType: "text/plain",
		folderPath,
		preview: previewOf({ kind: "page", src: `/api/renditions/${originalName}`, pages }),
	});
const brush = (n: number) =>
	fileOf({
		originalName: `${n}.abr`,
		mimeType: "image/x-adobe-brush",
		icon: "preset",
		folderPath: "Brushes",
		preview: null,
	});

function exhibits(files: ShareFile[], paid = false) {
	const onOpen = vi.fn();
	const page = show(
		<Exhibits
			page={shareOf(files)}
			goods={groupByKind(files, paid)}
			trackCover={null}
			albumCover={albumCoverOf(files)}
			paid={paid}
			ClipStart={() => null}
			onOpen={onOpen}
		/>,
	);
	return { page, onOpen };
}

test("lists many files in closed folders, and opens those with a page in the viewer", async () => {
	const notes = Array.from({ length: 8 }, (_, n) => drawn(`${n}.txt`, "Notes"));
	const brushes = Array.from({ length: 60 }, (_, n) => brush(n));
	const { page, onOpen } = exhibits([...notes, ...brushes]);
	const folders = [...page.container.querySelectorAll("details")];
	expect(
		folders.map((folder) => [folder.open, folder.querySelector("summary")?.textContent]),
	).toEqual([
		[false, "Notes8 files · 8 KB"],
		[false, "Brushes60 files · 60 KB"],
	]);
	page.getByRole("heading", { name: "Files" });
	await page.user.click(page.getByText("Notes"));
	await page.user.click(page.getByRole("button", { name: /^Preview 3.txt/ }));
	expect(onOpen).toHaveBeenCalledWith(notes[3]);
	await page.user.click(page.getByText("Brushes"));
	expect(page.getAllByRole("listitem")).toHaveLength(2 + 8 + 50);
	await page.user.click(page.getByText("Show all 60 files"));
	expect(page.getAllByRole("listitem")).toHaveLength(2 + 8 + 60);
});

test("shows the pages of a few documents next to folders", () => {
	const notes = Array.from({ length: 13 }, (_, n) => drawn(`${n}.txt`, "Notes"));
	const { page } = exhibits([drawn("handbook.pdf", "Main Files", 90), ...notes]);
	page.getByRole("heading", { name: "Look inside" });
	page.getByText("PDF · 90 pages");
	page.getByRole("heading", { name: "Also included" });
	expect(page.container.querySelector("summary")?.textContent).toBe("Notes13 files · 13 KB");
});

test("shows a dozen files by their pictures, without folders", () => {
	const { page } = exhibits(Array.from({ length: 12 }, (_, n) => drawn(`${n}.txt`, "Notes")));
	expect(page.container.querySelector("details")).toBeNull();
	expect(page.getAllByRole("button", { name: /^Preview/ })).toHaveLength(12);
});

test("shows a project's README first, at reading size", () => {
	const source = Array.from({ length: 20 }, (_, n) => drawn(`${n}.ts`, "src"));
	const { page } = exhibits([
		...source,
		drawn("README.md", "Main Files"),
		drawn("readme.md", "src"),
	]);
	expect(page.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
		"Look inside",
		"Also included",
	]);
	const [first] = page.getAllByRole("button", { name: /^Preview/ });
	expect(first?.getAttribute("aria-label")).toBe("Preview README.md");
	expect(page.container.querySelector("summary")?.textContent).toContain("21 files");
});

test("shows the pages of the only document side by side, and counts the rest", () => {
	const long = drawn("handbook.pdf", "Main Files", 90);
	if (long.preview)
		long.preview.morePages = [2, 3, 4, 5].map((n) => ({
			src: `/${n}`,
			width: 700,
			height: 1000,
			number: n,
		}));
	const { page } = exhibits([long]);
	expect(page.getAllByRole("img").map((image) => image.getAttribute("alt"))).toEqual([
		"Page 2",
		"Page 3",
		"Page 4",
		"Page 5",
	]);
	page.getByText("85 more pages when you buy");
});

test("shows the only picture among tracks as their cover", () => {
	const cover = fileOf({
		originalName: "cover.jpg",
		preview: previewOf({ kind: "sample", src: "/api/renditions/cover" }),
	});
	const song = fileOf({ originalName: "1.mp3", mimeType: "audio/mpeg", preview: null });
	const { page } = exhibits([song, cover]);
	const pictures = [...page.container.querySelectorAll("img")];
	expect(pictures.map((image) => image.getAttribute("src"))).toEqual(["/api/renditions/cover"]);
});
