import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { ROOT } from "../local/processes.ts";

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;
const ICONS = join(ROOT, "web/ui/icons-license.txt");

function licenseOf(folder: string): string {
	const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
	const text = file && readFileSync(join(folder, file), "utf8").trim();
	return `${name} ${version} (${license})${text ? `\n\n${text}` : ""}`;
}

/** Most licences require a notice in copies. The app and its web workers, built separately, share one instance. */
export function licenses(): { app: Plugin; workers: () => Plugin[] } {
	const folders = new Set<string>();
	const collect = (bundle: Rolldown.OutputBundle) => {
		for (const chunk of Object.values(bundle))
			for (const id of "moduleIds" in chunk ? chunk.moduleIds : []) {
				const [folder] = PACKAGE.exec(id) ?? [];
				if (folder && existsSync(join(folder, "package.json"))) folders.add(folder);
			}
	};
	return {
		workers: () => [
			{ name: "licenses-of-workers", generateBundle: (_, bundle) => collect(bundle) },
		],
		app: {
			name: "licenses",
			generateBundle(_, bundle) {
				collect(bundle);
				const parts = [...folders].map(licenseOf).toSorted();
				const icons = `Lucide\n\n${readFileSync(ICONS, "utf8").trim()}`;
				const source = [...parts, icons].join(`\n\n${"-".repeat(80)}\n\n`);
				this.emitFile({ type: "asset", fileName: "licenses.txt", source });
			},
		},
	};
}
