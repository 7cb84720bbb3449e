import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmdirSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { delimiter, join } from "node:path";

export const ROOT = join(import.meta.dirname, "..", "..");

/** No telemetry or look-ups, so that nothing waits for the internet; no traces, stored locally for every request. */
const QUIET = {
	CLOUDFLARE_CF_FETCH_ENABLED: "false",
	WRANGLER_SEND_METRICS: "false",
	WRANGLER_SEND_ERROR_REPORTS: "false",
	WRANGLER_HIDE_BANNER: "true",
	NO_UPDATE_NOTIFIER: "1",
	X_LOCAL_OBSERVABILITY: "false",
};

/** The local runtime's R2 copies pieces of 4 KiB: with V8's defaults 3 GiB of them add 300 MiB, with this 100. */
const V8_FLAGS = "--max-semi-space-size=2";

/** Node's compile cache saves a third of the tools' load time. */
const COMPILED = join(ROOT, "node_modules", ".cache", "compiled");

/** Must precede a Vite build in this process, which sets it. */
const { NODE_ENV } = process.env;

/** Quiet, frugal, and with the project's binaries first. */
export function toolEnv(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
	return {
		NODE_COMPILE_CACHE: COMPILED,
		...process.env,
		NODE_ENV,
		...QUIET,
		MINIFLARE_WORKERD_V8_FLAGS: process.env.MINIFLARE_WORKERD_V8_FLAGS ?? V8_FLAGS,
		PATH: `${join(ROOT, "node_modules", ".bin")}${delimiter}${process.env.PATH ?? ""}`,
		...extra,
	};
}

export class PlainError extends Error {}

/** Prints a `PlainError` without a stack. */
export function reportAndExit(error: unknown): never {
	console.error(error instanceof PlainError ? `\n${error.message}\n` : error);
	process.exit(1);
}

const REASONS: Readonly<Record<string, string>> = {
	EACCES: "this user may not write there",
	EPERM: "this user may not write there",
	EROFS: "it lies on a read-only file system",
	ENOSPC: "the disk is full",
	ENOTDIR: "a part of its path is a file",
};

/** `variable` sets another path. */
export function requireWritable(folder: string, variable: string): void {
	try {
		mkdirSync(folder, { recursive: true });
		const probe = mkdtempSync(join(folder, ".probe-"));
		rmdirSync(probe);
	} catch (error) {
		const { code = "", message } = error as NodeJS.ErrnoException;
		throw new PlainError(
			`Nothing can be written to ${folder}: ${REASONS[code] ?? message}. Make it writable, or choose another folder: ${variable}=/a/folder npm start`,
		);
	}
}

export async function requireFreePort(port: number, what: string, variable: string): Promise<void> {
	for (const host of ["127.0.0.1", "::1"]) {
		await new Promise<void>((resolve, reject) => {
			const probe = createServer();
			probe.once("error", (error: NodeJS.ErrnoException) => {
				if (error.code !== "EADDRINUSE") return resolve();
				reject(
					new PlainError(
						`Port ${port} (${what}) is already in use. Stop what runs there, or choose another: ${variable}=${port + 10} npm start`,
					),
				);
			});
			probe.listen(port, host, () => probe.close(() => resolve()));
		});
	}
}

export async function run(
	command: string,
	args: readonly string[],
	options: { env?: Record<string, string>; show?: boolean } = {},
): Promise<void> {
	const child = spawn(command, args, {
		cwd: ROOT,
		env: toolEnv(options.env),
		stdio: options.show ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
	});
	let output = "";
	const keep = (chunk: Buffer) => {
		output += chunk.toString();
	};
	child.stdout?.on("data", keep);
	child.stderr?.on("data", keep);
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once("error", reject);
		child.once("close", resolve);
	});
	if (code !== 0)
		throw new PlainError(`${output}\n\`${command} ${args.join(" ")}\` failed (exit ${code}).`);
}

export async function freePort(): Promise<number> {
	const probe = createServer();
	await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
	const { port } = probe.address() as AddressInfo;
	await new Promise((resolve) => probe.close(resolve));
	return port;
}

export const devArgs = (options: Readonly<Record<string, string | number>>): string[] => [
	"dev",
	"--show-interactive-dev-session=false",
	...Object.entries({ "inspector-port": 0, ...options }).flatMap(([name, value]) => [
		`--${name}`,
		String(value),
	]),
];

export async function waitFor(url: string, timeoutMs: number): Promise<void> {
	const end = Date.now() + timeoutMs;
	for (;;) {
		const ok = await fetch(url, { signal: AbortSignal.timeout(5000) }).then(
			(response) => response.ok,
			() => false,
		);
		if (ok) return;
		if (Date.now() > end) throw new PlainError(`${url} did not answer in time.`);
		await new Promise((resolve) => setTimeout(resolve, 150));
	}
}
