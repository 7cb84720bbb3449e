import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type FullConfig } from "@playwright/test";
import { findCanaries } from "./canaries.ts";
import { usedCanaries } from "./used-canaries.ts";

/** The local runtime lists its variables at the start, including the operator's own addresses. */
const VARIABLE = /^.*Environment Variable.*$/gm;
/** When a connection breaks, the development server prints the Worker's own code. */
const CODE = /^ +entrypointSource: .*$/gm;

/**
 * Runs after the last test: nothing that tests typed, sent or received may be in the output of the
 * Worker, the sandbox and their tools, at the lowest log level.
 */
export default async function searchOutput(config: FullConfig): Promise<void> {
	const state = process.env.E2E_STATE ?? "";
	const read = () => readFileSync(join(state, "output.log"), "utf8");
	// A refusal is logged at the lowest level: once its line is there, all earlier ones are.
	const before = read().length;
	await fetch(`${config.projects[0]?.use.baseURL}/api/files/${"x".repeat(22)}/download`);
	await expect
		.poll(() => read().slice(before), { message: "the log gets a line", timeout: 20_000 })
		.toContain("download.refused");
	const sought = usedCanaries(state);
	const output = read().replaceAll(VARIABLE, "").replaceAll(CODE, "");
	const found = findCanaries(output, sought);
	console.log(
		`\nLogs: ${sought.canaries.length} canaries and ${sought.tokenHashes.size} tokens sought in ${output.split("\n").length} lines, ${found.length} found`,
	);
	if (found.length > 0)
		throw new Error(`The output contains what no log may contain:\n${found.join("\n")}`);
}
