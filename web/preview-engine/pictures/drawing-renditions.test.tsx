import { expect, it, vi } from "vitest";
import { drawingRenditions } from "./drawing-renditions.ts";

const PIXEL = "data:image/png;base64,iVBORw0KGgo=";
const svg = (content: string) =>
	`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="30" height="20"><rect id="r" width="30" height="20" fill="gold"/>${content}</svg>`;

/** Returns the SVG that the browser is asked to draw. */
async function drawn(content: string): Promise<string> {
	const created = vi.spyOn(URL, "createObjectURL");
	vi.stubGlobal(
		"Image",
		class {
			decode = () => Promise.reject(new Error("no pixels here"));
		},
	);
	const file = new File([svg(content)], "drawing.svg");
	const made = drawingRenditions(file, { kinds: ["image"], mark: "", webEdge: 0 });
	await expect(made).rejects.toThrow("no pixels here");
	const [blob] = created.mock.calls.at(-1) ?? [];
	return (blob as Blob).text();
}

it.each([
	'<image xlink:href="https://example.test/a.png"/>',
	'<image href="//example.test/a.png"/>',
	'<image href="a.png"/>',
	'<filter id="f"><feImage href="https://example.test/a.png"/></filter>',
	'<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="https://example.test/a.png"/></foreignObject>',
])("draws a drawing without its linked picture: %s", async (linked) => {
	const text = await drawn(linked);
	expect(text).not.toContain("a.png");
	expect(text).toContain("gold");
});

it.each([`<image href="${PIXEL}"/>`, '<use href="#r"/>', '<a href="https://example.test/"/>'])(
	"draws everything else unchanged: %s",
	async (content) => {
		expect(await drawn(content)).toBe(svg(content));
	},
);
