import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmdirSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";

export const ROOT = join(import.meta.dirname, "..", "..");

/**
 * Disables telemetry, update checks and look-ups, so that nothing waits for a missing internet connection.
 * Disables traces too: the local runtime would store a span for every request and every call to a binding.
 */
const QUIET = {
	CLOUDFLARE_CF_FETCH_ENABLED: "false",
	WRANGLER_SEND_METRICS: "false",
	WRANGLER_SEND_ERROR_REPORTS: "false",
	WRANGLER_HIDE_BANNER: "true",
	NO_UPDATE_NOTIFIER: "1",
	X_LOCAL_OBSERVABILITY: "false",
};

/**
 * Limits the local runtime's memory: its R2 copies bytes in pieces of 4 KiB, and with V8's default limits
 * 3 GiB of them make it some 300 MiB larger; with this it is about 100, at the same speed.
 */
const V8_FLAGS = "--max-semi-space-size=2";

/** Node's compile cache: loading the tools' own modules from it takes a third less time. */
const COMPILED = join(ROOT, "node_modules", ".cache", "compiled");

/** The value at the start: a Vite build in this process would set it for every later tool. */
const { NODE_ENV } = process.env;

/** For our own tools: quiet, frugal, and with the project's binaries first. */
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

/** Prints one clear sentence for problems that the user can fix, a stack for others, and exits. */
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

/** Creates a folder; throws a clear message when it can't be written to. `variable` sets another path. */
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

/** Throws a clear message if something already listens on `port`. */
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

/** Shows a tool's output only if it fails. */
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

/** Resolves once `url` responds 200; throws after `timeoutMs`. */
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
