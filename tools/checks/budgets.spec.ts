import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../local/processes.ts";
import { BUDGETS } from "./budgets.ts";

type LockedPackage = { dev?: boolean; os?: string[]; cpu?: string[]; libc?: string[] };

const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
	readFileSync(join(ROOT, "package-lock.json"), "utf8"),
);

test.each([
	["linux", "x64", "glibc"],
	["linux", "arm64", "glibc"],
	["darwin", "arm64", "glibc"],
	["win32", "x64", "glibc"],
])("npm start installs no more packages than it may on %s %s", (os, cpu, libc) => {
	const allows = (list: string[] | undefined, own: string) => !list || list.includes(own);
	const installed = Object.entries(packages).filter(
		([folder, one]) =>
			folder !== "" &&
			!one.dev &&
			allows(one.os, os) &&
			allows(one.cpu, cpu) &&
			allows(one.libc, libc),
	);
	expect(installed.length).toBeGreaterThan(50);
	expect(installed.length).toBeLessThanOrEqual(BUDGETS.start.packages);
});

const sources = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split(
	"\0",
);
const isTest = (path: string) => /\.(?:test|spec)\.|\/(?:test|e2e)\//.test(path);
const isTool = (path: string) => /^(?:tools|packages\/stripe-sandbox)\//.test(path);
/** Only tools and tests read them. */
const isDescription = (path: string) => path.endsWith(".docs.ts");
const isCode = (path: string) => /\.(?:ts|tsx|mjs|css)$/.test(path);

const WEIGHED: Record<string, (path: string) => boolean> = {
	product: (path) =>
		isCode(path) &&
		/^(?:worker|web|packages)\//.test(path) &&
		!isTool(path) &&
		!isTest(path) &&
		!isDescription(path),
	descriptions: isDescription,
	tools: (path) => isCode(path) && isTool(path) && !isTest(path),
	tests: (path) => isTest(path) && isCode(path),
	documents: (path) => path.endsWith(".md"),
};

test.each(Object.entries(WEIGHED))("%s weighs no more source than its budget", (name, isPart) => {
	const bytes = sources
		.filter(isPart)
		.reduce(
			(sum, path) => sum + (statSync(join(ROOT, path), { throwIfNoEntry: false })?.size ?? 0),
			0,
		);
	const budget = BUDGETS.weight[name as keyof typeof BUDGETS.weight];
	expect(bytes / 1024).toBeGreaterThan(0.8 * budget);
	expect(bytes / 1024).toBeLessThanOrEqual(budget);
});

test("a flag of files is named in no more source files than its budget", () => {
	const naming = sources.filter(
		(path) =>
			WEIGHED.product?.(path) &&
			// Not a text's key.
			/(?<!"\w+\.)\b(?:noPreview|no_preview)\b/.test(
				statSync(join(ROOT, path), { throwIfNoEntry: false })
					? readFileSync(join(ROOT, path), "utf8")
					: "",
			),
	);
	expect(naming).toContain("worker/catalogue/shares/contract/file-fields.ts");
	expect(naming.length).toBeLessThanOrEqual(BUDGETS.weight.fileFlag);
});

test("the database has no more tables than its budget", () => {
	const tables = sources
		.filter((path) => path.startsWith("worker/") && path.endsWith("tables.ts"))
		.flatMap((path) => readFileSync(join(ROOT, path), "utf8").match(/\bsqliteTable\(/g) ?? []);
	expect(tables.length).toBeGreaterThan(20);
	expect(tables.length).toBeLessThanOrEqual(BUDGETS.weight.tables);
});
