import { readFileSync } from "node:fs";
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
