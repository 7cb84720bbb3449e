import { act } from "@testing-library/react";
import { Suspense } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { latePart } from "../../lib/server/late-part.ts";
import { show } from "../../test/render.tsx";
import { hasExhibits } from "./late-parts.ts";
import type { Goods } from "./view.ts";

const goods = (part: keyof Goods | null): Goods => {
	const none: Goods = { pictures: [], films: [], tracks: [], pages: [], archives: [], others: [] };
	return part ? Object.assign(none, { [part]: [{ originalName: "a.jpg" }] }) : none;
};

test("has exhibits for every kind but pictures, and for buyers only for what the list of files does not show", () => {
	const parts = ["pictures", "films", "tracks", "pages", "archives", "others", null] as const;
	const shown = (paid: boolean) => parts.filter((part) => hasExhibits(goods(part), paid));
	expect(shown(false)).toEqual(["films", "tracks", "pages", "archives", "others"]);
	expect(shown(true)).toEqual(["films", "tracks", "pages"]);
});

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>;

test("a late part suspends until it is loaded, once, and not after that", async () => {
	const importPart = vi.fn(async () => ({ Hello }));
	const Late = latePart(importPart, "Hello");
	const page = (name: string) => (
		<Suspense fallback="waiting">
			<Late name={name} />
		</Suspense>
	);
	expect(renderToString(page("you"))).toContain("waiting");
	const shown = await act(async () => show(page("you")));
	expect(shown.getByText("Hello you")).toBeTruthy();
	await Late.load();
	expect(renderToString(page("her"))).toContain("<p>Hello <!-- -->her</p>");
	expect(importPart).toHaveBeenCalledTimes(1);
});

test("a server that provides a late part renders it without loading", () => {
	const importPart = vi.fn(async () => ({ Hello }));
	const Late = latePart(importPart, "Hello");
	Late.provide(Hello);
	expect(renderToString(<Late name="you" />)).toBe("<p>Hello <!-- -->you</p>");
	expect(importPart).not.toHaveBeenCalled();
});
