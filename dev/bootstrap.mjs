// Makes a fresh clone ready on whatever Node (20 or newer) runs it: installs the locked packages when
// they are missing or stale, and puts the Node 24 that comes with them first for npm's scripts.
// It has no dependencies, since it runs before there are any.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const modules = join(root, "node_modules");
const stampFile = join(modules, ".installed");

function stop(sentence) {
	console.error(`\n${sentence}\n`);
	process.exit(1);
}

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20)
	stop(
		`Node ${process.versions.node} is too old: please install Node 20 or newer (https://nodejs.org).`,
	);

const stamp = createHash("sha256")
	.update(readFileSync(join(root, "package-lock.json")))
	.update(`${process.platform} ${process.arch}`)
	.digest("hex");

const installed = existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
if (!installed) {
	console.log("Installing packages (once per lockfile) …");
	const npm = process.env.npm_execpath;
	const [command, args] = npm ? [process.execPath, [npm]] : ["npm", []];
	const result = spawnSync(
		command,
		[...args, "ci", "--loglevel=error", "--no-audit", "--no-fund"],
		{
			cwd: root,
			stdio: ["ignore", "inherit", "inherit"],
			shell: !npm && process.platform === "win32",
		},
	);
	if (result.status !== 0)
		stop(
			"The packages could not be installed. Is the npm registry in reach? Run the command again to retry.",
		);
}

// npm puts node_modules/.bin first on the PATH of scripts, so a `node` there is the one they find.
const bundled = join(
	modules,
	`node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`,
	"bin",
	process.platform === "win32" ? "node.exe" : "node",
);
const bin = join(modules, ".bin");
if (existsSync(bundled)) {
	mkdirSync(bin, { recursive: true });
	if (process.platform === "win32") {
		writeFileSync(join(bin, "node.cmd"), `@"${bundled}" %*\r\n`);
	} else if (!existsSync(join(bin, "node"))) {
		rmSync(join(bin, "node"), { force: true });
		symlinkSync(bundled, join(bin, "node"));
	}
} else if (major < 22 || (major === 22 && minor < 18)) {
	stop(
		`There is no packaged Node for ${process.platform} ${process.arch}: please install Node 24 (this is ${process.versions.node}).`,
	);
}

if (!installed) writeFileSync(stampFile, stamp);
