import { readdirSync } from "node:fs";
import { join } from "node:path";
import imports from "lucide-react/dynamicIconImports";
import { ROOT } from "../../local/processes.ts";

/** Where the web app has its icons: the package with all of them is as large as a browser. */
export const ICONS = join(ROOT, "web", "ui", "icons");

/** The names of the web app's icons, as lucide spells them ("trash-2"). */
export function iconNames(): string[] {
	return readdirSync(ICONS).flatMap((file) => (file.endsWith(".ts") ? [file.slice(0, -3)] : []));
}

/** The name under which an icon is exported ("Trash2"). */
export function exportName(name: string): string {
	return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** What an icon consists of: `IconShapes` of the web app. */
type Shapes = [tag: string, attributes: Record<string, string>][];

/** Returns what an icon of lucide consists of. Throws when there is none of this name. */
export async function lucideShapes(name: string): Promise<Shapes> {
	const load = Object.hasOwn(imports, name) && imports[name as keyof typeof imports];
	if (!load) throw new Error(`lucide has no icon ${name}.`);
	// The package's types name only the component.
	const { __iconData: icon } = (await load()) as unknown as {
		__iconData: { size: number; node: Shapes };
	};
	if (icon.size !== 24) throw new Error(`The icon ${name} is not 24 units wide.`);
	return icon.node.map(([tag, { key, ...attributes }]) => [tag, attributes]);
}
