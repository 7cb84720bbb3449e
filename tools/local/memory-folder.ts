import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

const SHARED_MEMORY = "/dev/shm";
/** In bytes; tests use an eighth of `folder`. */
const ROOM = { folder: 2 * 1024 ** 3, machine: 4 * 1024 ** 3 };

/**
 * Removed on exit. In memory, since tests make thousands of small databases, a sixth of their time on a disk. null if
 * there is too little room, or programs can't be run there.
 */
export function memoryFolder(): string | null {
	try {
		const { bavail, bsize } = statfsSync(SHARED_MEMORY);
		if (bavail * bsize < ROOM.folder || freemem() < ROOM.machine) return null;
		const folder = mkdtempSync(join(SHARED_MEMORY, "tillbox-"));
		process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
		for (const signal of ["SIGINT", "SIGTERM"] as const)
			process.once(signal, () => process.exit(1));
		const program = join(folder, "program");
		writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
		execFileSync(program);
		return folder;
	} catch {
		return null;
	}
}
