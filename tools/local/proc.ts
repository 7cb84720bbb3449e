import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

function sumBelow(pid: number, read: (folder: string) => number): number | null {
	if (!existsSync("/proc/self/stat")) return null;
	const seen = new Map<number, { parent: number; value: number }>();
	for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
		try {
			const parent = Number(statFields(join("/proc", name))[1]);
			seen.set(Number(name), { parent, value: read(join("/proc", name)) });
		} catch {}
	}
	const below = (one: number): number => {
		const children = [...seen].filter(([, { parent }]) => parent === one);
		return (seen.get(one)?.value ?? 0) + children.reduce((sum, [child]) => sum + below(child), 0);
	};
	return below(pid);
}

/** The fields of /proc/…/stat after the name, which may contain spaces. */
function statFields(folder: string): string[] {
	const stat = readFileSync(join(folder, "stat"), "utf8");
	return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** In bytes, with descendants; null without /proc. */
export function residentMemory(pid: number): number | null {
	return sumBelow(pid, (folder) => {
		const status = readFileSync(join(folder, "status"), "utf8");
		return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
	});
}

/** In seconds, with descendants; null without /proc. */
export function processorTime(pid: number): number | null {
	return sumBelow(pid, (folder) => {
		const fields = statFields(folder);
		return (Number(fields[11]) + Number(fields[12])) / 100;
	});
}
