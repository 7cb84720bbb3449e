import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { readImageHeader } from "../../../worker/files/contract/image-header.ts";
import type { Call } from "./call.ts";
import { bytesOf, streamOf } from "./streams.ts";

export function mailBinding(call: Call, deliver: (mail: unknown) => void): SendEmail {
	const binding = {
		async send(mail: { to: string; subject: string }) {
			const detail = `${mail.to} ${mail.subject}`;
			return call({ service: "mail", name: "send", detail, isWrite: true }, () => {
				deliver(structuredClone(mail));
				return { messageId: createHash("sha256").update(JSON.stringify(mail)).digest("hex") };
			});
		},
	};
	return binding as unknown as SendEmail;
}

/** In fixed windows, like one location of the rate-limit binding. */
export class RateCounter {
	readonly #counts = new Map<string, number>();
	readonly #options: { now: () => number; limit: number; periodMs: number };
	#window = 0;

	constructor(options: { now: () => number; limit: number; periodMs: number }) {
		this.#options = options;
	}

	binding(call: Call): RateLimit {
		const limit = async ({ key }: { key: string }) =>
			call({ service: "flood", name: "limit", detail: key, isWrite: true }, () => ({
				success: this.#count(key) <= this.#options.limit,
			}));
		return { limit } as RateLimit;
	}

	#count(key: string): number {
		const window = Math.floor(this.#options.now() / this.#options.periodMs);
		if (window !== this.#window) this.#counts.clear();
		this.#window = window;
		const count = (this.#counts.get(key) ?? 0) + 1;
		this.#counts.set(key, count);
		return count;
	}
}

type Size = { width: number; height: number };

/** Each of its codes has one symbol, so pixels take no bits. */
function webp({ width, height }: Size, [red, green, blue]: Uint8Array): Uint8Array {
	const fields = [
		[0x2f, 8],
		[width - 1, 14],
		[height - 1, 14],
		[0, 7],
	];
	for (const symbol of [green, red, blue, 255]) fields.push([0b101, 3], [symbol ?? 0, 8]);
	fields.push([0b0001, 4]);
	const bits = fields.flatMap(([value = 0, count = 0]) =>
		Array.from({ length: count }, (_, at) => (value >> at) & 1),
	);
	const payload = new Uint8Array(Math.ceil(bits.length / 16) * 2);
	for (const [at, bit] of bits.entries())
		payload[at >> 3] = (payload[at >> 3] ?? 0) | (bit << (at & 7));
	const file = Buffer.alloc(20 + payload.length);
	file.write("RIFF\0\0\0\0WEBPVP8L", "latin1");
	file.writeUInt32LE(12 + payload.length, 4);
	file.writeUInt32LE(payload.length, 16);
	file.set(payload, 20);
	return file;
}

/** Grey, with two zero bits for each block of 8 by 8. Its quantisation table has the source's digest. */
function jpeg({ width, height }: Size, digest: Uint8Array): Uint8Array {
	const segment = (marker: number, bytes: number[]) => [
		0xff,
		marker,
		0,
		bytes.length + 2,
		...bytes,
	];
	const table = (id: number) => segment(0xc4, [id, 1, ...Array<number>(15).fill(0), 0]);
	const head = [
		0xff,
		0xd8,
		...segment(0xdb, [0, ...Array.from({ length: 64 }, (_, at) => (digest[at % 16] ?? 0) | 1)]),
		...segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]),
		...table(0x00),
		...table(0x10),
		...segment(0xda, [1, 1, 0, 0, 63, 0]),
	];
	const bits = 2 * Math.ceil(width / 8) * Math.ceil(height / 8);
	const data = Buffer.alloc(Math.ceil(bits / 8));
	if (bits % 8) data[data.length - 1] = 255 >> (bits % 8);
	return Buffer.concat([Uint8Array.from(head), data, Uint8Array.from([0xff, 0xd9])]);
}

type Transform = { width?: number; height?: number; fit?: string };

function transformed(size: Size, { width, height, fit = "scale-down" }: Transform): Size {
	if (fit === "cover" && width && height) return { width, height };
	const scale = Math.min((width ?? Infinity) / size.width, (height ?? Infinity) / size.height);
	const by = Number.isFinite(scale) ? Math.min(scale, fit === "scale-down" ? 1 : scale) : 1;
	const scaled = (edge: number) => Math.max(1, Math.round(edge * by));
	return { width: scaled(size.width), height: scaled(size.height) };
}

/**
 * Pictures have the right size and format, and one colour derived from the source. Throws the platform's error for
 * anything but a picture.
 */
export function imagesBinding(call: Call): ImagesBinding {
	const header = (bytes: Uint8Array, name: string) => {
		const found = readImageHeader(bytes);
		if (found) return found;
		const message = `IMAGES_${name}_ERROR 9523: The input is no image.`;
		throw Object.assign(new Error(message), { code: 9523 });
	};
	const binding = {
		info: async (stream: ReadableStream) =>
			call({ service: "images", name: "info", detail: "", isWrite: false }, async () => {
				const bytes = await bytesOf(stream);
				const { format, width, height } = header(bytes, "INFO");
				return { format, width, height, fileSize: bytes.length };
			}),
		input(stream: ReadableStream) {
			const steps: Transform[] = [];
			const input = {
				transform(step: Transform) {
					steps.push(step);
					return input;
				},
				output: async ({ format }: { format: string }) =>
					call({ service: "images", name: "output", detail: format, isWrite: false }, async () => {
						const bytes = await bytesOf(stream);
						const size = steps.reduce<Size>(transformed, header(bytes, "TRANSFORM"));
						const digest = createHash("md5").update(bytes).digest();
						const made = format === "image/jpeg" ? jpeg(size, digest) : webp(size, digest);
						const headers = { "Content-Type": format };
						return {
							contentType: () => format,
							image: () => streamOf(made),
							response: () => new Response(new Uint8Array(made), { headers }),
						};
					}),
			};
			return input;
		},
	};
	return binding as unknown as ImagesBinding;
}

const TYPES: Readonly<Record<string, string>> = {
	".css": "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".ico": "image/x-icon",
	".jpg": "image/jpeg",
	".js": "text/javascript; charset=utf-8",
	".json": "application/json",
	".png": "image/png",
	".svg": "image/svg+xml",
	".txt": "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json",
	".webp": "image/webp",
	".woff2": "font/woff2",
	".xml": "application/xml",
};

/** Serves a folder; documents are found without `.html`. */
export function assetsBinding(folder: string, call: Call): Fetcher {
	const isFile = (path: string) => existsSync(path) && statSync(path).isFile();
	async function answer(request: Request): Promise<Response> {
		const path = join(folder, decodeURIComponent(new URL(request.url).pathname));
		const found = [path, `${path}.html`, join(path, "index.html")].find(isFile);
		if (!found?.startsWith(folder)) return new Response(null, { status: 404 });
		const bytes = readFileSync(found);
		const etag = `"${createHash("md5").update(bytes).digest("hex")}"`;
		const headers = {
			"Cache-Control": "public, max-age=0, must-revalidate",
			"Content-Type": TYPES[extname(found)] ?? "application/octet-stream",
			ETag: etag,
		};
		if (request.headers.get("if-none-match") === etag)
			return new Response(null, { status: 304, headers });
		return new Response(request.method === "HEAD" ? null : new Uint8Array(bytes), { headers });
	}
	const binding = {
		fetch: async (input: Request | string) => {
			const request = new Request(input);
			const detail = new URL(request.url).pathname;
			return call({ service: "assets", name: "fetch", detail, isWrite: false }, () =>
				answer(request),
			);
		},
	};
	return binding as unknown as Fetcher;
}

type Kept = {
	status: number;
	headers: [string, string][];
	body: Uint8Array<ArrayBuffer>;
	until: number;
};

export class ColoCache {
	readonly #kept = new Map<string, Kept>();
	readonly #now: () => number;

	constructor(now: () => number) {
		this.#now = now;
	}

	binding(call: Call): Cache {
		const send = <T>(name: string, request: Request, effect: () => T | Promise<T>) =>
			call({ service: "cache", name, detail: request.url, isWrite: name !== "match" }, effect);
		const binding = {
			match: async (input: Request | string) => {
				const request = new Request(input);
				return send("match", request, () => this.#match(request));
			},
			put: async (input: Request | string, response: Response) => {
				const request = new Request(input);
				if (request.method !== "GET")
					throw new TypeError("Cannot cache response to non-GET request.");
				if (response.status === 206)
					throw new TypeError("Cannot cache response to a range request (206 Partial Content).");
				if (response.headers.get("vary") === "*")
					throw new TypeError("Cannot cache response with 'Vary: *' header.");
				return send("put", request, () => this.#put(request, response));
			},
			delete: async (input: Request | string) => {
				const request = new Request(input);
				return send("delete", request, () => this.#kept.delete(request.url));
			},
		};
		return binding as unknown as Cache;
	}

	#match(request: Request): Response | undefined {
		const kept = this.#kept.get(request.url);
		if (!kept || kept.until <= this.#now() || request.method !== "GET") return undefined;
		const response = new Response(kept.body, { status: kept.status, headers: kept.headers });
		response.headers.set("CF-Cache-Status", "HIT");
		return response;
	}

	async #put(request: Request, response: Response): Promise<undefined> {
		const body = new Uint8Array(await response.arrayBuffer());
		const policy = response.headers.get("cache-control") ?? "";
		const seconds = /s-maxage=(\d+)/.exec(policy)?.[1] ?? /max-age=(\d+)/.exec(policy)?.[1];
		if (/no-store|private|no-cache/.test(policy) || !seconds || response.headers.has("set-cookie"))
			return;
		const until = this.#now() + Number(seconds) * 1000;
		const headers = [...response.headers] as [string, string][];
		this.#kept.set(request.url, { status: response.status, headers, body, until });
	}
}
