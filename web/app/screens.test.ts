import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AUTHORIZE_PATH } from "../../worker/accounts/applications/contract/authorize-path.ts";
import { SCREENS, screenAt } from "../../worker/contract/screens.ts";
import { isOwnDocument, paths } from "../lib/addresses/paths.ts";

function routerPaths(): string[] {
	const source = readFileSync(join(import.meta.dirname, "router.tsx"), "utf8");
	const names = source.matchAll(/path=\{(?:paths\.)?(\w+)(?:\(":\w+"\))?\}/g);
	return [...names].map(([, name]) => {
		if (name === "AUTHORIZE_PATH") return AUTHORIZE_PATH;
		const path = paths[name as keyof typeof paths];
		return typeof path === "string" ? path : path(":shareId");
	});
}

describe("SCREENS", () => {
	it("lists every path of the router except the pages of shares and creators, and no other", () => {
		const listed = SCREENS.map((screen) => screen.path);
		const rendered = [paths.share(":shareId"), paths.creator(":shareId")];
		expect([...listed, ...rendered].sort()).toEqual(routerPaths().sort());
	});

	it("finds a screen by its address and none at others", () => {
		for (const screen of SCREENS)
			expect(screenAt(screen.path.replace(":shareId", "abcdefgh"))).toBe(screen);
		for (const path of [
			"/authx",
			"/payment/",
			"/payment/a/b",
			"/dashboard/",
			"/share/abcdefgh",
			"/c/abcdefgh",
		])
			expect(screenAt(path)).toBeUndefined();
	});

	it("marks as payment screens those that the app enters by a full page load", () => {
		for (const { path, takesPayments } of SCREENS)
			expect([path, isOwnDocument(path)]).toEqual([path, takesPayments === true]);
	});

	it("contains every screen that robots.txt names", () => {
		const robots = readFileSync(join(import.meta.dirname, "../public/robots.txt"), "utf8");
		const named = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = ""]) => path);
		const missing = named.filter((path) => !SCREENS.some((screen) => screen.path.startsWith(path)));
		expect(missing).toEqual(["/api/"]);
	});
});
