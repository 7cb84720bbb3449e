import { act } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fileOf, previewOf } from "../../../worker/test/fixtures/share-page.ts";
import { show } from "../../test/render.tsx";
import { TypeField } from "./type-field.tsx";

const font = fileOf({
	originalName: "tern.ttf",
	mimeType: "font/ttf",
	preview: previewOf({ kind: "page", glyphs: "/letters", tags: { family: "Tern", style: "Bold" } }),
});

beforeEach(() => {
	vi.stubGlobal(
		"IntersectionObserver",
		class {
			readonly observe: () => void;
			constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
				this.observe = () => seen([{ isIntersecting: true }]);
			}
			disconnect() {}
		},
	);
});

test("names a font whose letters can't be loaded, and tries again once the network is back", async () => {
	const fetched = vi.fn(async () => new Response(null, { status: 503 }));
	vi.stubGlobal("fetch", fetched);
	const page = show(<TypeField files={[font]} onOpen={vi.fn()} />);
	await page.findByText("The letters of this font couldn’t be loaded.");
	expect(page.getAllByText("Tern Bold")).toHaveLength(2);
	await page.user.type(page.getByRole("textbox"), "Kelp");
	page.getByText("Kelp");
	expect(fetched).toHaveBeenCalledTimes(1);
	await act(async () => void dispatchEvent(new Event("online")));
	await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
	await page.user.click(await page.findByRole("button", { name: "Try again" }));
	await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(3));
});

test("opens a font's specimen by its name", async () => {
	vi.stubGlobal("fetch", () => new Promise(() => {}));
	const onOpen = vi.fn();
	const page = show(<TypeField files={[font]} onOpen={onOpen} />);
	await page.user.click(page.getByRole("button", { name: "Preview Tern Bold" }));
	expect(onOpen).toHaveBeenCalledExactlyOnceWith(font);
});
