import { act } from "@testing-library/react";
import { Suspense } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { latePart } from "../../lib/server/late-part.ts";
import { show } from "../../test/render.tsx";
import { hasExhibits } from "./late-parts.ts";
import type { FilesByKind } from "./view.ts";

const goods = (part: keyof FilesByKind | null): FilesByKind => {
	const none: FilesByKind = {
		pictures: [],
		films: [],
		tracks: [],
		pages: [],
		archives: [],
		others: [],
	};
	return part ? Object.assign(none, { [part]: [{ originalName: "a.jpg" }] }) : none;
};

test("finds exhibits of every kind but pictures, and for buyers only those missing from the list of files", () => {
	const parts = ["pictures", "films", "tracks", "pages", "archives", "others", null] as const;
	const shown = (paid: boolean) => parts.filter((part) => hasExhibits(goods(part), paid));
	expect(shown(false)).toEqual(["films", "tracks", "pages", "archives", "others"]);
	expect(shown(true)).toEqual(["films", "tracks", "pages"]);
});

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>;

test("suspends until a late part is loaded, and loads it once", async () => {
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

test("renders a late part that the server provides without loading it", () => {
	const importPart = vi.fn(async () => ({ Hello }));
	const Late = latePart(importPart, "Hello");
	Late.provide(Hello);
	expect(renderToString(<Late name="you" />)).toBe("<p>Hello <!-- -->you</p>");
	expect(importPart).not.toHaveBeenCalled();
});
