import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../local/processes.ts";
import { bundle, bundleLibraries, bundleProduct, type Change } from "./engine/bundle.ts";
import type { Programs } from "./world/world.ts";

const PRODUCT = `export * from "./worker/index.ts";
export { default } from "./worker/index.ts";
export { default as checks } from "./worker/test/servers/invariants-server.ts";`;
const SANDBOX = `export { makeSandbox } from "./packages/stripe-sandbox/server.ts";`;

/** Needs the built web app (`npm run build`). */
export async function programs(change?: Change): Promise<Programs> {
	const libraries = await bundleLibraries(PRODUCT, ROOT);
	const [product, sandbox] = await Promise.all([
		bundleProduct(PRODUCT, { root: ROOT, libraries, ...(change && { change }) }),
		bundle(SANDBOX, ROOT),
	]);
	return { libraries, product, sandbox, migrations: join(ROOT, "migrations") };
}

/** Without git history, or after migrations were rewritten, the present version takes the older one's place. */
export async function programsWithOlder(): Promise<Programs> {
	const present = await programs();
	const root = olderRoot();
	if (!root) return present;
	const older = await bundleProduct(PRODUCT, { root, libraries: present.libraries });
	return { ...present, older, olderMigrations: join(root, "migrations") };
}

/** The sources before the latest migration; null if there are none that its database came from. */
function olderRoot(): string | null {
	const git = (...args: string[]) =>
		execFileSync("git", args, {
			cwd: ROOT,
			encoding: "utf8",
			stdio: ["ignore", "pipe", "ignore"],
		}).trim();
	try {
		const commit = git(
			"rev-parse",
			`${git("log", "-1", "--first-parent", "--format=%H", "--", "migrations/*.sql")}^`,
		);
		// A migration that was rewritten belongs to a database that no present version can take over.
		if (git("diff", "--diff-filter=a", "--name-only", commit, "--", "migrations/*.sql"))
			return null;
		const folder = join(ROOT, "node_modules", ".cache", "older", commit);
		if (existsSync(folder)) return folder;
		const archive = execFileSync("git", ["archive", commit], { cwd: ROOT, maxBuffer: 2 ** 30 });
		mkdirSync(folder, { recursive: true });
		execFileSync("tar", ["-x", "-C", folder], { input: archive });
		for (const shared of ["node_modules", "dist-server"])
			symlinkSync(join(ROOT, shared), join(folder, shared), "dir");
		return folder;
	} catch {
		console.log(
			"The version before the latest migration is not known here: the present one takes its place.",
		);
		return null;
	}
}
