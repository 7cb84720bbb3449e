import { expect, test } from "vitest";
import { buttonSnippet, frameSnippet } from "./snippets.ts";

const EVIL = `"><script>alert(1)</script> & more`;

test("escapes a creator's words in the HTML for other sites", () => {
	const place = document.createElement("div");
	place.innerHTML = buttonSnippet("slug", { label: EVIL, look: "light" });
	const link = place.querySelector("a");
	expect(link?.textContent).toBe(EVIL);
	expect(link?.href).toBe(`${location.origin}/share/slug?utm_source=button`);
	expect([...place.querySelectorAll("script")].map(({ src }) => src)).toEqual([
		`${location.origin}/button.js`,
	]);
	place.innerHTML = frameSnippet("slug", EVIL);
	expect(place.querySelector("iframe")?.title).toBe(EVIL);
	expect(place.querySelector("script")).toBeNull();
});
