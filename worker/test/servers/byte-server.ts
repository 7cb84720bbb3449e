import { Hono } from "hono";
import { packEntry } from "../../files/downloads/pack-entry.ts";
import { layoutZip, type ZipEntry, zipStream } from "../../files/downloads/zip-layout.ts";
import { serveBytes } from "../../platform/http/serve-bytes.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import { rangedObjectStream } from "../../platform/storage/ranged-object-stream.ts";
import type { ObjectRecord } from "../../platform/storage/stored-object.ts";

/* A Worker for tools/bench/downloads.ts: the product's download code and, for comparison, R2's bodies unchanged, on the same runtime and bucket. The product never imports it. */

const ignore = () => {};
/** the record of a missing object */
const UNKNOWN: ObjectRecord = { size: 0, etag: null };

const server = new Hono<{ Bindings: { FILES: R2Bucket } }>()
	.get("/", (c) => c.text("ready"))
	.put("/objects/:key", async (c) => {
		await c.env.FILES.put(c.req.param("key"), c.req.raw.body);
		return c.text("stored");
	})
	/** an object of parts, created like the product's uploads */
	.post("/multipart/:key", async (c) => {
		const { uploadId } = await c.env.FILES.createMultipartUpload(c.req.param("key"));
		return c.text(uploadId);
	})
	.put("/multipart/:key/:upload/:part", async (c) => {
		const { key, upload, part } = c.req.param();
		if (!c.req.raw.body) return c.notFound();
		const stored = await c.env.FILES.resumeMultipartUpload(key, upload).uploadPart(
			Number(part),
			c.req.raw.body,
		);
		return c.text(stored.etag);
	})
	.post("/multipart/:key/:upload", async (c) => {
		const { key, upload } = c.req.param();
		await c.env.FILES.resumeMultipartUpload(key, upload).complete(await c.req.json());
		return c.text("stored");
	})
	.get("/untouched/:key", async (c) => {
		const object = await c.env.FILES.get(c.req.param("key"));
		return object ? new Response(object.body) : c.notFound();
	})
	.get("/file/:key", async (c) => {
		const key = c.req.param("key");
		const object = await c.env.FILES.head(key);
		if (!object) return c.notFound();
		return serveBytes(c.req.raw, {
			etag: object.httpEtag,
			lastModified: null,
			size: object.size,
			headers: { "Content-Type": "application/octet-stream" },
			open: (range) =>
				rangedObjectStream(c.env.FILES, [{ key, ...range }], {
					recordOf: () => object,
					broken: ignore,
				}),
		});
	})
	// Left 0: CRCs cost nothing when an archive is served.
	.get("/zip/:keys", async (c) => {
		const keys = c.req.param("keys").split(",");
		const objects = await Promise.all(keys.map((key) => c.env.FILES.head(key)));
		const recordOf = (key: string) => objects[keys.indexOf(key)] ?? UNKNOWN;
		const entries = keys.map((key, index): ZipEntry => {
			const size = objects[index]?.size ?? 1;
			return { path: key, size, crc32: 0, modifiedAt: 0, source: { kind: "stored", key } };
		});
		return zipResponse(c.env.FILES, c.req.raw, entries, recordOf);
	})
	/** each file as its own object, and all in one pack */
	.put("/small/:count/:size", async (c) => {
		const count = Number(c.req.param("count"));
		const pack: Uint8Array<ArrayBuffer>[] = [];
		const entries: ZipEntry[] = [];
		let offset = 0;
		for (let index = 0; index < count; index++) {
			const data = crypto.getRandomValues(new Uint8Array(Number(c.req.param("size"))));
			await c.env.FILES.put(`small-${index}`, data);
			const file = { path: `small/${index}.jpg`, crc32: crc32(data), modifiedAt: 0 };
			const { bytes, method, dataSize } = packEntry(file, data);
			const range = { key: "pack", offset, length: bytes.length };
			const source = { kind: "packed", range, method, dataSize } as const;
			entries.push({ ...file, size: data.length, source });
			pack.push(bytes);
			offset += bytes.length;
		}
		await c.env.FILES.put("pack", await new Blob(pack).arrayBuffer());
		await c.env.FILES.put("entries", JSON.stringify(entries));
		return c.text("stored");
	})
	.get("/packed", async (c) => {
		const stored = await c.env.FILES.get("entries");
		const entries = (await stored?.json<ZipEntry[]>()) ?? [];
		const pack = (await c.env.FILES.head("pack")) ?? UNKNOWN;
		return zipResponse(c.env.FILES, c.req.raw, entries, () => pack);
	})
	.get("/unpacked", async (c) => {
		const stored = await c.env.FILES.get("entries");
		const entries = ((await stored?.json<ZipEntry[]>()) ?? []).map((entry, index): ZipEntry => {
			return { ...entry, source: { kind: "stored", key: `small-${index}` } };
		});
		const sizes = new Map(entries.map(({ size }, index) => [`small-${index}`, size]));
		const recordOf = (key: string) => ({ size: sizes.get(key) ?? 0, etag: null });
		return zipResponse(c.env.FILES, c.req.raw, entries, recordOf);
	});

function zipResponse(
	files: R2Bucket,
	request: Request,
	entries: ZipEntry[],
	recordOf: (key: string) => ObjectRecord,
): Promise<Response> {
	const layout = layoutZip(entries);
	return serveBytes(request, {
		etag: layout.etag,
		lastModified: null,
		size: layout.size,
		headers: { "Content-Type": "application/zip" },
		open: (range) => zipStream(files, layout, range, { recordOf, broken: ignore }),
	});
}

export default server;
