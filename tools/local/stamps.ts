import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./processes.ts";

/** In a fixed order, relative to the project. */
function filesBelow(path: string): string[] {
	const whole = join(ROOT, path);
	if (!existsSync(whole)) return [];
	if (statSync(whole).isFile()) return [path];
	return readdirSync(whole)
		.sort()
		.flatMap((name) => filesBelow(join(path, name)));
}

export function hashOf(paths: readonly string[], salt = ""): string {
	const hash = createHash("sha256").update(salt);
	for (const file of paths.flatMap(filesBelow))
		hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
	return hash.digest("hex");
}

export async function unlessDone(
	stampFile: string,
	stamp: string,
	work: () => Promise<void>,
): Promise<void> {
	if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
	await work();
	mkdirSync(dirname(stampFile), { recursive: true });
	writeFileSync(stampFile, stamp);
}
