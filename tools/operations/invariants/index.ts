/**
 * Compares everything in a local installation's file store with its records: every object's length, ETag and CRC-32,
 * every entry of the packs, the renditions, the sums of the shares, the running totals, the chain of the audit log, and
 * objects that no row refers to. Reads a snapshot of the databases, so Tillbox may be running; later uploads and
 * deletions may be reported as differences. Exits with 1 if anything differs.
 *
 *   npm run invariants            (STATE_DIR chooses the installation, as for npm start)
 */

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { helpIfAsked } from "../../local/help.ts";
import { ProcessGroup } from "../../local/process-group.ts";
import { devArgs, freePort, PlainError, reportAndExit, waitFor } from "../../local/processes.ts";
import { place } from "../../local/stack.ts";
import { localVars } from "../../local/vars.ts";
import { snapshotOf } from "./snapshot.ts";

helpIfAsked(import.meta.url);

type Finding = Record<string, unknown>;
type CheckedBatch = { findings: Finding[]; files: number; bytes: number; cursor: unknown };

async function request<T>(origin: string, path: string, cursor: unknown): Promise<T> {
	const text = typeof cursor === "string" ? cursor : JSON.stringify(cursor);
	const query = cursor === null ? "" : `?cursor=${encodeURIComponent(text)}`;
	const response = await fetch(`${origin}${path}${query}`);
	if (!response.ok) {
		const text = await response.text();
		throw new PlainError(
			/no such (?:table|column)/.test(text)
				? `The records in ${place.state} are of another version of Tillbox: run npm start once, which brings them up to date.`
				: `The check failed at ${path}: ${text.slice(0, 500)}`,
		);
	}
	return (await response.json()) as T;
}

function report(findings: readonly Finding[]): void {
	for (const finding of findings) console.log(`  ${JSON.stringify(finding)}`);
}

async function checkAll(origin: string): Promise<number> {
	let broken = 0;
	let files = 0;
	let bytes = 0;
	let cursor: unknown = null;
	do {
		const batch: CheckedBatch = await request(origin, "/files", cursor);
		report(batch.findings);
		broken += batch.findings.length;
		files += batch.files;
		bytes += batch.bytes;
		cursor = batch.cursor;
	} while (cursor !== null);
	console.log(`files: ${files} compared, ${(bytes / 1e6).toFixed(1)} MB read`);

	for (const path of ["/renditions", "/shares", "/purchases", "/totals", "/acts"]) {
		let after: unknown = null;
		do {
			const page: { findings: Finding[]; next: unknown } = await request(origin, path, after);
			report(page.findings);
			broken += page.findings.length;
			after = page.next;
		} while (after !== null);
	}

	const orphans: string[] = [];
	let listed: string | null = null;
	do {
		const page: { keys: string[]; cursor: string | null } = await request(
			origin,
			"/orphans",
			listed,
		);
		orphans.push(...page.keys);
		listed = page.cursor;
	} while (listed !== null);
	console.log(
		`objects without a row: ${orphans.length} (the hourly clean-up removes those older than two days)`,
	);
	for (const key of orphans.slice(0, 20)) console.log(`  ${key}`);
	return broken;
}

try {
	if (!existsSync(join(place.state, "v3")))
		throw new PlainError(
			`There is no installation in ${place.state}: run npm start first, or set STATE_DIR.`,
		);
	const snapshot = snapshotOf(place.state);
	process.once("exit", () => rmSync(snapshot, { recursive: true, force: true }));
	const processGroup = new ProcessGroup();
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	const args = devArgs({
		config: join(import.meta.dirname, "wrangler.toml"),
		port,
		ip: "127.0.0.1",
		"persist-to": snapshot,
		var: `APP_SECRET:${localVars().APP_SECRET}`,
		"log-level": "error",
	});
	processGroup.start("The check", "wrangler", args);
	await waitFor(origin, 60_000);
	const broken = await checkAll(origin);
	console.log(
		broken === 0 ? "Everything is as recorded." : `Differences from the records: ${broken}`,
	);
	await processGroup.end(broken === 0 ? 0 : 1);
} catch (error) {
	reportAndExit(error);
}
