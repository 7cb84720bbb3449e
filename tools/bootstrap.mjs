// Makes a fresh clone ready on any Node from 20 on: installs the locked packages if missing or stale, and puts their
// Node 24 first for npm's scripts. `--omit=dev` installs what running and deploying need, and keeps the rest.
// `--installed`, after an `npm install`, only records it. Has no dependencies, since it runs before there are any.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmdirSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
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

function hasDevPackages() {
	const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	return Object.keys(devDependencies).every((name) => existsSync(join(modules, name)));
}

const wasInstalled = process.argv.includes("--installed");
const omitsDev = wasInstalled ? !hasDevPackages() : process.argv.includes("--omit=dev");
const lockfile = readFileSync(join(root, "package-lock.json"), "utf8");
const stamp = createHash("sha256")
	.update(lockfile)
	.update(`${process.platform} ${process.arch}`)
	.digest("hex");
const stamped = existsSync(stampFile) ? readFileSync(stampFile, "utf8") : "";
const isInstalled =
	stamped === `${stamp} everything` || (omitsDev && stamped === `${stamp} product`);

function requireWritable(folder) {
	try {
		rmdirSync(mkdtempSync(join(folder, ".probe-")));
	} catch (error) {
		const reasons = {
			EACCES: "this user may not write there",
			EPERM: "this user may not write there",
			EROFS: "it lies on a read-only file system",
			ENOSPC: "the disk is full",
		};
		stop(
			`Nothing can be written to ${folder}: ${reasons[error.code] ?? error.message}. Make the folder writable for this user, or copy the project to one that is, and run the command again.`,
		);
	}
}

/** Explanations of npm's error codes; `REGISTRY` is replaced by the registry's address. */
const FAILURES = [
	[
		"ENOTFOUND, EAI_AGAIN, ECONNREFUSED, ENETUNREACH, EHOSTUNREACH, ECONNRESET",
		"the npm registry REGISTRY can't be reached. Check the network (or the proxy, or `npm config get registry`) and run the command again.",
	],
	[
		"ETIMEDOUT, ERR_SOCKET_TIMEOUT, network timeout",
		"the npm registry REGISTRY does not answer in time. Check the network and run the command again.",
	],
	[
		"E401, E403, ENEEDAUTH",
		"the npm registry REGISTRY refuses access. Sign in with `npm login`, or choose another with `npm config set registry`.",
	],
	[
		"E404, ETARGET, E405",
		"the npm registry REGISTRY does not have all of them. Choose a full one: npm config set registry https://registry.npmjs.org/",
	],
	[
		"EINTEGRITY",
		"one that came from REGISTRY is not what package-lock.json names. Run `npm cache clean --force` and the command again; if it stays so, don't trust that registry.",
	],
	[
		"CERT_, SELF_SIGNED, UNABLE_TO_GET_ISSUER, UNABLE_TO_VERIFY",
		"the certificate of REGISTRY is not trusted here. Name your network's own with `npm config set cafile` and run the command again.",
	],
	[
		"EUSAGE",
		"package.json and package-lock.json don't belong together. Restore both (git checkout package.json package-lock.json) and run the command again.",
	],
	["ENOSPC", "the disk is full."],
	[
		"EACCES, EPERM, EROFS",
		"npm may not write where it has to (this folder, or its cache: `npm config get cache`). Make them writable for this user and run the command again.",
	],
];

function installFailure(text, registry) {
	const known = FAILURES.find(([codes]) => codes.split(", ").some((code) => text.includes(code)));
	return known
		? `The packages could not be installed: ${known[1].replace("REGISTRY", registry)}`
		: "The packages could not be installed; npm's own words stand above. Run the command again to retry.";
}

function runNpm(args) {
	const npm = process.env.npm_execpath;
	const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
	const child = spawn(command, [...first, ...args], {
		cwd: root,
		stdio: ["ignore", "pipe", "pipe"],
		shell: !npm && process.platform === "win32",
	});
	let out = "";
	let err = "";
	child.stdout.setEncoding("utf8").on("data", (text) => {
		out += text;
	});
	child.stderr.setEncoding("utf8").on("data", (text) => {
		err += text;
	});
	return new Promise((ended) => {
		child.once("error", (error) => {
			if (error.code === "ENOENT")
				stop("There is no npm on the PATH: please install it with Node.");
			ended({ status: 1, out, err: error.message });
		});
		child.once("close", (status) => ended({ status, out, err }));
	});
}

function expectedFolders() {
	const allows = (list, own) => !list || list.includes(own);
	const { glibcVersionRuntime } = process.report.getReport().header;
	return Object.entries(JSON.parse(lockfile).packages)
		.filter(
			([folder, { dev, inBundle, os, cpu, libc }]) =>
				folder !== "" &&
				!inBundle &&
				!(omitsDev && dev) &&
				allows(os, process.platform) &&
				allows(cpu, process.arch) &&
				allows(libc, glibcVersionRuntime ? "glibc" : "musl"),
		)
		.map(([folder]) => folder);
}

function showProgress() {
	const folders = expectedFolders();
	const isTerminal = process.stdout.isTTY;
	const started = Date.now();
	const timer = setInterval(
		() => {
			const count = folders.filter((folder) =>
				existsSync(join(root, folder, "package.json")),
			).length;
			const seconds = Math.round((Date.now() - started) / 1000);
			const text = `  ${count} of about ${folders.length} packages unpacked after ${seconds} s`;
			process.stdout.write(isTerminal ? `\r${text}` : `${text}\n`);
		},
		isTerminal ? 500 : 5000,
	);
	return () => {
		clearInterval(timer);
		if (isTerminal) process.stdout.write("\r\x1b[K");
	};
}

requireWritable(root);
if (!isInstalled && !wasInstalled) {
	if (existsSync(modules)) requireWritable(modules);
	const what = omitsDev
		? "what the product needs, among it Node 24 and the Workers runtime (about 700 MB)"
		: "everything, among it Node 24, the Workers runtime and the tests' tools (about 1.2 GB)";
	console.log(
		`This installs ${what}, into ${modules} and nowhere else. It happens once per lockfile …`,
	);
	// An interrupted run leaves no stamp.
	rmSync(stampFile, { force: true });
	const endProgress = showProgress();
	const { status, err } = await runNpm([
		// Only the rest is missing.
		...(stamped === `${stamp} product` ? ["install", "--no-save"] : ["ci"]),
		omitsDev ? "--omit=dev" : "--include=dev",
		"--loglevel=error",
		"--no-audit",
		"--no-fund",
		// npm's own retries add up to minutes.
		"--fetch-retry-mintimeout=1000",
		"--fetch-retry-maxtimeout=5000",
	]);
	endProgress();
	if (err.trim() !== "") console.error(err.trim());
	if (status !== 0)
		stop(installFailure(err, (await runNpm(["config", "get", "registry"])).out.trim()));
}

// npm puts node_modules/.bin first on the PATH of scripts.
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

if (!isInstalled) writeFileSync(stampFile, `${stamp} ${omitsDev ? "product" : "everything"}`);
