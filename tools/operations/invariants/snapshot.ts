import { mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const PARTS = ["d1", "r2"];

function copyFolder(from: string, to: string): void {
	mkdirSync(to, { recursive: true });
	for (const entry of readdirSync(from, { withFileTypes: true })) {
		const source = join(from, entry.name);
		const target = join(to, entry.name);
		// Stored bytes never change.
		if (entry.isDirectory() && entry.name === "blobs") symlinkSync(source, target, "dir");
		else if (entry.isDirectory()) copyFolder(source, target);
		else if (entry.name.endsWith(".sqlite")) {
			const database = new DatabaseSync(source, { readOnly: true });
			database.prepare("VACUUM INTO ?").run(target);
			database.close();
		}
	}
}

/**
 * Links the stored bytes and copies the databases, so that a second runtime doesn't lock them. The caller deletes the
 * folder.
 */
export function snapshotOf(state: string): string {
	const folder = mkdtempSync(join(tmpdir(), "invariants-"));
	for (const part of PARTS) copyFolder(join(state, "v3", part), join(folder, "v3", part));
	return folder;
}
