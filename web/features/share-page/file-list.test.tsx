import { fireEvent, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fileOf, shareOf } from "../../../worker/test/fixtures/share-page.ts";
import { show } from "../../test/render.tsx";
import { FileList } from "./file-list.tsx";

const note = (name: string, folderPath = "Main Files") =>
	fileOf({ originalName: name, mimeType: "text/plain", preview: null, folderPath });

test("links to every paid file, and to each folder with several files", () => {
	const shared = [
		note("a.txt", "Documents/2026"),
		note("b.txt", "Documents/2026"),
		note("c.txt", "Single"),
		note("d.txt"),
	];
	const page = show(<FileList page={shareOf(shared, { isPaid: true })} />);
	expect(page.getAllByRole("link").map((link) => link.getAttribute("aria-label"))).toEqual([
		"Download d.txt",
		"Download folder Documents / 2026",
		"Download a.txt",
		"Download b.txt",
		"Download c.txt",
	]);
	expect(
		page.getByRole("link", { name: "Download folder Documents / 2026" }).getAttribute("href"),
	).toBe("/api/file-shares/slug/download-folder/Documents/2026");
});

test("main files come first, and supporting files after them under a heading of their own", () => {
	const shared = [fileOf({ originalName: "harbour.png" }), note("read me.txt")];
	const page = show(<FileList page={shareOf(shared, { isPaid: true })} />);
	const rows = within(page.getByRole("region", { name: "Main Files" })).getAllByRole("listitem");
	expect(rows).toHaveLength(3);
	expect(rows[0]?.textContent).toContain("read me.txt");
	expect(rows[2]?.textContent).toContain("harbour.png");
});

test("fifty rows of a folder are shown, and the rest on request", async () => {
	const shared = Array.from({ length: 53 }, (_, n) => note(`${n}.txt`));
	const page = show(<FileList page={shareOf(shared, { isPaid: true })} />);
	expect(page.getAllByRole("listitem")).toHaveLength(50);
	fireEvent.click(page.getByRole("button", { name: "Show all 53 files" }));
	expect(page.getAllByRole("listitem")).toHaveLength(53);
	expect(page.queryByRole("button", { name: /^Show all/ })).toBeNull();
});

test("more than thirty files in several folders are folded, fewer are not", () => {
	const shared = Array.from({ length: 31 }, (_, n) => note(`${n}.txt`, n % 2 ? "Odd" : "Even"));
	const folds = (some: typeof shared) => {
		const { container, unmount } = show(<FileList page={shareOf(some, { isPaid: true })} />);
		const open = [...container.querySelectorAll("details")].map((fold) => fold.open);
		unmount();
		return open;
	};
	expect(folds(shared)).toEqual([false, false]);
	expect(folds(shared.slice(1))).toEqual([true, true]);
	expect(folds(shared.filter((file) => file.folderPath === "Odd"))).toEqual([true]);
});

test("counts the chosen files on the selection's button, disabled without any", async () => {
	const shared = [note("a.txt"), note("b.txt"), note("c.txt")];
	const page = show(<FileList page={shareOf(shared, { isPaid: true })} />);
	await page.user.click(page.getByRole("button", { name: "Select files" }));
	const download = () => page.getByRole<HTMLButtonElement>("button", { name: /selected file/ });
	await page.findByRole("button", { name: /selected file/ });
	expect(download().disabled).toBe(true);
	await page.user.click(page.getByRole("checkbox", { name: "Select a.txt" }));
	await page.user.click(page.getByRole("checkbox", { name: "Select b.txt" }));
	expect(download().textContent).toBe("Download 2 selected files");
	await page.user.click(page.getByRole("checkbox", { name: "Select b.txt" }));
	expect(download().textContent).toBe("Download 1 selected file");
	await page.user.click(page.getByRole("button", { name: "Cancel selection" }));
	expect(page.queryAllByRole("checkbox")).toEqual([]);
});

test("offers no selection for a single file", () => {
	const page = show(<FileList page={shareOf([note("a.txt")], { isPaid: true })} />);
	expect(page.queryByRole("button", { name: "Select files" })).toBeNull();
});
