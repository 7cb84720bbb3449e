/**
 * Copies icons of lucide into the web app, and those that it has anew.
 *
 *   node tools/build/icons/index.ts [name …]
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../local/processes.ts";
import { exportName, ICONS, iconNames, lucideShapes } from "./lucide.ts";

for (const name of new Set([...iconNames(), ...process.argv.slice(2)]))
	writeFileSync(
		join(ICONS, `${name}.ts`),
		`import type { IconShapes } from "../icon.tsx";

/** From lucide: ./LICENSE. */
export const ${exportName(name)}: IconShapes = ${JSON.stringify(await lucideShapes(name))};
`,
	);
await run("biome", ["check", "--write", ICONS]);
