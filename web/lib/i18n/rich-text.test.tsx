import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { withElements } from "./rich-text.ts";

const html = (text: string) =>
	render(<p>{withElements(text, { terms: <em />, b: <b /> })}</p>).container.innerHTML;

test.each([
	["nothing in it", "<p>nothing in it</p>"],
	["I accept the <terms>terms</terms>.", "<p>I accept the <em>terms</em>.</p>"],
	["<b>a</b> and <b>b</b>", "<p><b>a</b> and <b>b</b></p>"],
	["<b></b>", "<p><b></b></p>"],
	["<i>other</i> <b>open", "<p>&lt;i&gt;other&lt;/i&gt; &lt;b&gt;open</p>"],
])("%j", (text, expected) => {
	expect(html(text)).toBe(expected);
});
