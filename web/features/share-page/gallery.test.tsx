import { fireEvent } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { fileOf, previewOf } from "../../../worker/test/fixtures/share-page.ts";
import { announcePurchase } from "../../lib/buying/purchase-events.ts";
import { show } from "../../test/render.tsx";
import { Gallery } from "./gallery.tsx";
import { GALLERY, ROWS_PER_GROUP } from "./gallery-layout.ts";
import { LateBoughtPicture } from "./late-bought-picture.ts";
import { LatePictureDownload } from "./late-parts.ts";

const PHONE_PX = 390;
const DESKTOP_PX = 1440;
const many = Array.from({ length: GALLERY.wide.first + 2 }, () => fileOf());
const setWidth = (width: number) => {
	Object.assign(window, { innerWidth: width });
};

beforeAll(async () => {
	await Promise.all([LatePictureDownload.load(), LateBoughtPicture.load()]);
});
beforeEach(() => setWidth(DESKTOP_PX));

test.each([
	["phones", PHONE_PX, GALLERY.narrow.first],
	["wide windows", DESKTOP_PX, GALLERY.wide.first],
])("on %s the first pictures are shown, and all on request", (_, width, first) => {
	setWidth(width);
	const page = show(
		<Gallery isForSale cover={null} pictures={many} paid={false} onOpen={vi.fn()} />,
	);
	const tiles = () => page.getAllByRole("button", { name: /^Preview / });
	const skippable = () => [...page.container.querySelectorAll("ul[class*=content-visibility]")];
	expect(tiles()).toHaveLength(first);
	expect(skippable()).toEqual([]);
	fireEvent.click(page.getByRole("button", { name: `Show all ${many.length} pictures` }));
	expect(tiles()).toHaveLength(many.length);
	// Each is skipped while it is out of sight.
	expect(skippable().length).toBeGreaterThan(1);
	expect(skippable().every((list) => list.children.length <= ROWS_PER_GROUP)).toBe(true);
	expect(page.queryByRole("button", { name: /^Show all/ })).toBeNull();
});

test("fills the row with a sole portrait", () => {
	setWidth(PHONE_PX);
	const portrait = { ...fileOf(), width: 600, height: 1200 };
	const page = show(
		<Gallery isForSale cover={null} pictures={[portrait]} paid={false} onOpen={vi.fn()} />,
	);
	const tile = page.getByRole("button", { name: /^Preview / }).closest("li");
	// Flex items whose factors add up to less than 1 leave a part of the row empty.
	expect(Number(tile?.style.flexGrow)).toBeGreaterThan(1);
});

test("opens a picture by its button", async () => {
	const onOpen = vi.fn();
	const [first, second] = [fileOf(), fileOf()];
	const page = show(
		<Gallery isForSale cover={null} pictures={[first, second]} paid={false} onOpen={onOpen} />,
	);
	await page.user.click(page.getByRole("button", { name: `Preview ${second.originalName}` }));
	expect(onOpen).toHaveBeenCalledExactlyOnceWith(second);
});

test("never fills a tile with a heavy original", () => {
	const file = fileOf({ size: 2_000_000 });
	const page = show(<Gallery isForSale cover={null} pictures={[file]} paid onOpen={vi.fn()} />);
	const bought = page.container.querySelectorAll("img")[1];
	expect(bought?.srcset).toContain(`/api/files/${file.id}/preview?width=384 384w`);
	expect(bought?.getAttribute("src")).toBe(`/api/files/${file.id}/preview?width=2048`);
});

test("fills a bought picture's tile with a copy of the width that the screen needs", () => {
	const file = { ...fileOf(), display: { width: 6000, height: 4000 } };
	const page = show(<Gallery isForSale cover={null} pictures={[file]} paid onOpen={vi.fn()} />);
	const bought = page.container.querySelectorAll("img")[1];
	const path = `/api/files/${file.id}/preview`;
	expect(bought?.getAttribute("src")).toBe(`${path}?width=2048`);
	expect(bought?.srcset.split(", ")).toEqual([
		...[256, 384, 640, 1024].map((width) => `${path}?width=${width} ${width}w`),
		`${path}?width=2048 2048w`,
	]);
});

test("mentions the watermark only where a picture has one", () => {
	const marked = (fields: object) =>
		fileOf({ preview: previewOf({ kind: "watermarked" }), ...fields });
	const hints = (...pictures: ShareFile[]) => {
		const page = show(
			<Gallery isForSale cover={null} pictures={pictures} paid={false} onOpen={vi.fn()} />,
		);
		const found = page.queryAllByText(/^Watermarked preview/);
		page.unmount();
		return found.length;
	};
	expect(hints(marked({ bought: "web" }), marked({}))).toBe(1);
	expect(hints(marked({ bought: "web" }), marked({ bought: "full" }))).toBe(0);
});

test("offers each bought picture as a download", () => {
	const [first, second] = [fileOf(), fileOf()];
	const links = (paid: boolean) => {
		const page = show(
			<Gallery isForSale cover={null} pictures={[first, second]} paid={paid} onOpen={vi.fn()} />,
		);
		const all = page.queryAllByRole("link", { name: /^Download / });
		page.unmount();
		return all.map((link) => link.getAttribute("href"));
	};
	expect(links(false)).toEqual([]);
	expect(links(true)).toEqual([first, second].map(({ id }) => `/api/files/${id}/download`));
});

test("after a purchase, sharpens the picture looked at last first, then those around it", async () => {
	const pictures = [fileOf(), fileOf(), fileOf(), fileOf()];
	sessionStorage.setItem("shown-file", pictures[2]?.id ?? "");
	announcePurchase();
	const delays = async () => {
		vi.resetModules();
		const { BoughtPicture } = await import("./bought-picture.tsx");
		const page = show(
			<div>
				{pictures.map((file) => (
					<BoughtPicture key={file.id} file={file} sizes="1px" unlocked={pictures} />
				))}
			</div>,
		);
		const images = [...page.container.querySelectorAll("img")];
		page.unmount();
		return images.map(({ style }) => style.transitionDelay);
	};
	expect(await delays()).toEqual(["100ms", "50ms", "0ms", "50ms"]);
	expect(await delays()).toEqual(["0ms", "0ms", "0ms", "0ms"]);
});

test("requests the original once paid, and keeps the preview if that fails", () => {
	const file = fileOf();
	const sources = (paid: boolean) => {
		const page = show(
			<Gallery isForSale cover={null} pictures={[file]} paid={paid} onOpen={vi.fn()} />,
		);
		const all = () => [...page.container.querySelectorAll("img")].map((img) => img.src);
		return { ...page, all };
	};
	const unpaid = sources(false);
	expect(unpaid.all()).toEqual([file.preview?.placeholder]);
	unpaid.unmount();
	const paid = sources(true);
	expect(paid.all()).toHaveLength(2);
	expect(paid.all()[1]).toContain(`/api/files/${file.id}/preview`);
	const original = paid.container.querySelectorAll("img")[1];
	if (original) fireEvent.error(original);
	expect(paid.all()).toEqual([file.preview?.placeholder]);
});

const blurred = () =>
	fileOf({ size: 1_500_000, preview: previewOf({ width: 4000, height: 2500 }) });

test.each([
	[1, true, "Blurred until you buy"],
	[3, false, "Blurred preview"],
])("frames %i blurred pictures with their facts (for sale: %s)", (count, isForSale, words) => {
	const pictures = Array.from({ length: count }, blurred);
	const page = show(
		<Gallery
			isForSale={isForSale}
			cover={null}
			pictures={pictures}
			paid={false}
			onOpen={vi.fn()}
		/>,
	);
	expect(page.getAllByText("4,000 × 2,500 px · PNG · 1.4 MB")).toHaveLength(count);
	expect(page.getAllByText(words)).toHaveLength(count);
});

test("says once below many blurred pictures that they are blurred", () => {
	const pictures = Array.from({ length: 4 }, blurred);
	const page = show(
		<Gallery isForSale cover={null} pictures={pictures} paid={false} onOpen={vi.fn()} />,
	);
	expect(page.getAllByText("Blurred until you buy")).toHaveLength(1);
	expect(page.queryByText(/4,000 × 2,500/)).toBeNull();
});
