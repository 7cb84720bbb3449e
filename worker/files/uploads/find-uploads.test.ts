import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { PART_SIZE } from "../../contract/constants.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import { call, makeCreator } from "../../test/fixtures/test-app.ts";
import {
	BIG,
	begun,
	complete,
	creator,
	freshCreator,
	put,
	resume,
	SMALL,
	sendAll,
	sessionOf,
	TWO,
} from "../../test/fixtures/upload-helpers.ts";
import type { OpenUpload, ResumableUpload } from "./contract.ts";
import { crcMetadata } from "./single-part-object.ts";

beforeEach(freshCreator);

describe("GET /api/uploads", () => {
	it("reports the stored parts and accepts only the missing ones", async () => {
		const upload = await begun(TWO);
		await put(upload, 0, 2, BIG.subarray(PART_SIZE));
		await evictDurableObject(sessionOf(upload));
		const seen = await resume(upload);
		expect(seen).toMatchObject({
			title: "A film",
			price: "9.99",
			state: "open",
			receivedSize: 1000,
			totalSize: BIG.length + SMALL.length,
			next: null,
			files: [{ received: [2], lastModified: 1_700_000_000_000 }, { received: [] }],
		});
		const early = await complete(upload);
		expect(early.status).toBe(409);
		expect(await early.json()).toMatchObject({
			code: "upload.incomplete",
			details: {
				missing: [
					{ fileId: upload.files[0]!.id, name: "big.png", parts: [1] },
					{ fileId: upload.files[1]!.id, name: "notes.txt", parts: [1] },
				],
			},
		});
		const token = seen.files[0]!.token;
		expect((await put(upload, 0, 1, BIG.subarray(0, PART_SIZE), { token })).status).toBe(200);
		await put(upload, 1, 1, SMALL);
		expect((await complete(upload)).status).toBe(201);
	});

	it("returns the CRC-32 of each stored part if requested", async () => {
		const upload = await begun(TWO);
		await put(upload, 0, 2, BIG.subarray(PART_SIZE));
		await put(upload, 1, 1, SMALL);
		const read = async (query: string) => {
			const path = `/api/uploads/${upload.id}${query}`;
			return (await call("GET", path, undefined, creator.cookies)).json<ResumableUpload>();
		};
		const text = (bytes: Uint8Array) => crc32(bytes).toString(16).padStart(8, "0");
		const { files } = await read("?checksums=true");
		expect(files.map(({ received, checksums }) => [received, checksums])).toEqual([
			[[2], [text(BIG.subarray(PART_SIZE))]],
			[[1], [text(SMALL)]],
		]);
		expect((await read("")).files[0]).not.toHaveProperty("checksums");
	});

	it("counts a file as stored although its session was never notified", async () => {
		const upload = await begun(TWO);
		const [, small] = await sessionOf(upload).page(0, 2);
		// Stored the way the Worker does, without the notification that follows.
		await env.FILES.put(small!.objectKey, SMALL, crcMetadata(crc32(SMALL)));
		const list = await call("GET", "/api/uploads", undefined, creator.cookies);
		expect(await list.json<OpenUpload[]>()).toMatchObject([{ receivedSize: SMALL.length }]);
	});

	it("lists only the creator's own unfinished uploads", async () => {
		const other = await makeCreator();
		await begun(TWO, {}, other);
		const upload = await begun(TWO);
		const list = await call("GET", "/api/uploads", undefined, creator.cookies);
		expect(await list.json<OpenUpload[]>()).toMatchObject([{ id: upload.id, fileCount: 2 }]);
		await sendAll(upload);
		await complete(upload);
		const later = await call("GET", "/api/uploads", undefined, creator.cookies);
		expect(await later.json()).toEqual([]);
	});
});
