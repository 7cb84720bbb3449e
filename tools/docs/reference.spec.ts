import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../local/processes.ts";
import { logEvents, reference } from "./reference.ts";

it("matches the committed docs/reference.md; otherwise run `npm run docs`", () => {
	expect(readFileSync(join(ROOT, "docs/reference.md"), "utf8")).toBe(reference());
});

it("describes only log events that the Worker writes", () => {
	const source = globSync("worker/**/*.{ts,tsx}", { cwd: ROOT })
		.filter((path) => !/\.test\.tsx?$|\/log-events\.ts$/.test(path))
		.map((path) => readFileSync(join(ROOT, path), "utf8"))
		.join();
	const events = logEvents().map(({ event }) => event);
	expect(events.length).toBeGreaterThan(80);
	expect(events.filter((event) => !source.includes(`"${event}"`))).toEqual([]);
});
