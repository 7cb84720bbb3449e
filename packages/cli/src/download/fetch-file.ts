import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { dirname, join } from "node:path";
import * as zlib from "node:zlib";
import { ApiFailure } from "../../../../web/lib/server/failure.ts";
import { systemClock } from "../../../../web/upload-engine/clock.ts";
import { crcText, crc32 as ownCrc32 } from "../../../../web/upload-engine/matching/crc32.ts";
import { backoffMs } from "../../../../web/upload-engine/transport/backoff.ts";
import { failed } from "../../../../web/upload-engine/transport/failures.ts";
import { chunksOf, type HttpClient, headerOf, noResponse, textOf } from "../api/http.ts";
import { CliFailure, EXIT } from "../failures.ts";

/** Consecutive failures without a byte. */
const MAX_FAILURES = 8;
const READ_SIZE = 1024 * 1024;

const crc32: (bytes: Uint8Array, previous?: number) => number = zlib.crc32 ?? ownCrc32;

export type Source = {
	url: string;
	/** identifies a partial file */
	key: string;
	/** bytes; null if only the response says it */
	size: number | null;
};
export type Fetched = {
	size: number;
	/** of the whole file, if the server sends it */
	crc32: string | null;
};

export type FetchOptions = {
	http: HttpClient;
	signal: AbortSignal;
	/** negative when a partial file was useless */
	onProgress: (bytes: number) => void;
};

/**
 * Continues a stopped download if the server still has the same bytes; the file appears under its name once its
 * size and CRC-32 are right. Throws ApiFailure for refusals.
 */
export async function fetchFile(
	source: Source,
	path: string,
	options: FetchOptions,
): Promise<Fetched> {
	await makeFolder(dirname(path));
	let damaged = 0;
	for (let failures = 0; ; ) {
		const before = await findPartial(dirname(path), source.key);
		try {
			return await attempt(source, path, before, options);
		} catch (error) {
			options.signal.throwIfAborted();
			if (error instanceof Damaged && damaged++ === 0) continue;
			if (!isPassing(error)) throw error;
			const after = await findPartial(dirname(path), source.key);
			failures = (after?.size ?? 0) > (before?.size ?? 0) ? 1 : failures + 1;
			if (failures > MAX_FAILURES) throw error;
			const wait = error instanceof ApiFailure ? error.retryAfterMs : null;
			await systemClock.sleep(backoffMs(failures, Math.random, wait), options.signal);
		}
	}
}

async function makeFolder(path: string): Promise<void> {
	try {
		await mkdir(path, { recursive: true });
	} catch (cause) {
		const { code = "" } = cause as NodeJS.ErrnoException;
		if (!["EEXIST", "ENOTDIR"].includes(code)) throw cause;
		throw new CliFailure(
			"file.exists",
			EXIT.conflict,
			`${path} can't be a folder: a file is there.`,
			{
				cause,
				hints: ["Move it away, or name another folder with --to."],
			},
		);
	}
}

class Damaged extends CliFailure {}

const isPassing = (error: unknown): boolean =>
	error instanceof ApiFailure &&
	(error.status === 0 || error.status === 429 || error.status >= 502 || error.status === 503);

type Partial = { path: string; size: number; etag: string };

/** Other characters in a key could be a path. */
const partialStart = (key: string): string => `.tillbox-${key.replace(/[^\w-]/g, "_")}.`;

/** Contains the ETag, so that it can't be separated from its file. */
const partialName = (key: string, etag: string): string =>
	`${partialStart(key)}${Buffer.from(etag).toString("base64url")}.part`;

async function findPartial(folder: string, key: string): Promise<Partial | null> {
	const start = partialStart(key);
	const name = (await readdir(folder)).find(
		(one) => one.startsWith(start) && one.endsWith(".part"),
	);
	if (!name) return null;
	const path = join(folder, name);
	const etag = Buffer.from(name.slice(start.length, -".part".length), "base64url").toString();
	return { path, etag, size: (await stat(path)).size };
}

async function attempt(
	source: Source,
	path: string,
	partial: Partial | null,
	options: FetchOptions,
): Promise<Fetched> {
	const { http, signal } = options;
	// The last byte again, so that there is always a response, with the checksum.
	const from = Math.max(0, (partial?.size ?? 0) - 1);
	const response = await http.open("GET", source.url, {
		signal,
		headers: {
			accept: "*/*",
			"accept-encoding": "identity",
			...(partial && from > 0 && { range: `bytes=${from}-`, "if-range": partial.etag }),
		},
	});
	const status = response.statusCode ?? 0;
	if (status !== 200 && status !== 206)
		throw failed(status, await textOf(http, response, signal), headerOf(response, "retry-after"));
	const etag = headerOf(response, "etag") ?? "";
	const start = status === 206 ? from : 0;
	const part = join(dirname(path), partialName(source.key, etag));
	if (partial && partial.path !== part) await rm(partial.path, { force: true });
	const expected = { crc32: headerOf(response, "x-file-crc32"), size: sizeOf(response) };
	const file = await open(part, start > 0 ? "r+" : "w");
	try {
		const { size, crc } = await receive(file, start, response, options);
		const isWhole = expected.size === null || size === expected.size;
		// Interrupted: the next attempt continues from here.
		if (!isWhole && size < (expected.size ?? 0)) {
			options.onProgress(-size);
			throw noResponse(http.origin);
		}
		const isRight =
			isWhole &&
			(source.size === null || size === source.size) &&
			(expected.crc32 === null || crcText(crc) === expected.crc32);
		if (!isRight) {
			await rm(part, { force: true });
			options.onProgress(-size);
			throw new Damaged(
				"download.damaged",
				EXIT.unexpected,
				`${path} arrived damaged: its size or checksum is not the server's.`,
			);
		}
		await file.sync();
		await rename(part, path);
		return { size, crc32: expected.crc32 };
	} finally {
		await file.close();
	}
}

function sizeOf(response: IncomingMessage): number | null {
	const fullSize = /\/(\d+)$/.exec(headerOf(response, "content-range") ?? "")?.[1];
	const length = fullSize ?? headerOf(response, "content-length");
	return length === null ? null : Number(length);
}

async function receive(
	file: FileHandle,
	start: number,
	response: IncomingMessage,
	{ http, signal, onProgress }: FetchOptions,
): Promise<{ size: number; crc: number }> {
	let crc = await crcOf(file, start);
	onProgress(start);
	let at = start;
	try {
		for await (const bytes of chunksOf(http, response, signal)) {
			crc = crc32(bytes, crc);
			for (let done = 0; done < bytes.length; ) {
				const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
				done += bytesWritten;
			}
			at += bytes.length;
			onProgress(bytes.length);
		}
	} catch (error) {
		onProgress(-at);
		throw error;
	}
	return { size: at, crc: crc >>> 0 };
}

async function crcOf(file: FileHandle, length: number): Promise<number> {
	const buffer = Buffer.allocUnsafe(Math.min(READ_SIZE, length));
	let crc = 0;
	for (let at = 0; at < length; ) {
		const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, length - at), at);
		if (bytesRead === 0) break;
		crc = crc32(buffer.subarray(0, bytesRead), crc);
		at += bytesRead;
	}
	return crc;
}

export async function crcOfFile(path: string): Promise<string> {
	const file = await open(path, "r");
	try {
		return crcText((await crcOf(file, (await file.stat()).size)) >>> 0);
	} finally {
		await file.close();
	}
}
