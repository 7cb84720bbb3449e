import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { minify } from "vite";
import { expect, test } from "vitest";
import { buttonScript } from "./button-script.ts";

const BUDGET = 3 * 1024;

test("the script of the buy button is at most 3 KB, compressed", async () => {
	const source = await readFile("web/public/button.js", "utf8");
	const { code } = await minify("button.js", buttonScript(source));
	expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(BUDGET);
});
