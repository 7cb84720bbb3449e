import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { accessTokens } from "../../accounts/tables.ts";
import type { CreatedShare } from "../../catalogue/shares/contract/shares.ts";
import { PART_SIZE } from "../../contract/constants.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import { callWithToken, storeToken } from "../../test/fixtures/access-tokens.ts";
import { pngLike, text } from "../../test/fixtures/sample-files.ts";
import { makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import {
	BIG,
	begun,
	code,
	complete,
	creator,
	freshCreator,
	hex,
	objectsOf,
	put,
	resume,
	rowOf,
	SMALL,
	sendAll,
	sessionOf,
	TWO,
} from "../../test/fixtures/upload-helpers.ts";
import type { BegunUpload } from "./contract.ts";
import { signGrant, verifyGrant } from "./part-token.ts";
import { SessionStore } from "./session-store.ts";
import { crcMetadata } from "./single-part-object.ts";
import { writePart } from "./write-part.ts";

beforeEach(freshCreator);

describe("PUT /api/uploads/{id}/files/{fileId}/parts/{n}", () => {
	it("accepts files without bytes", async () => {
		const upload = await begun([{ name: "empty.txt", size: 0 }]);
		expect((await put(upload, 0, 1, new Uint8Array(0))).status).toBe(200);
		const recorded = () =>
			runInDurableObject(sessionOf(upload), (_session, state) =>
				new SessionStore(state.storage.sql).part(0, 1),
			);
		await vi.waitFor(async () => expect(await recorded()).not.toBeNull(), 5000);
		const { files } = await (await complete(upload)).json<CreatedShare>();
		expect(files).toMatchObject([{ originalName: "empty.txt", size: 0 }]);
	});

	it("asks for a fresh token after a multipart upload expired at R2, and takes its parts then", async () => {
		const upload = await begun(TWO);
		expect((await put(upload, 0, 2, BIG.subarray(PART_SIZE))).status).toBe(200);
		await runInDurableObject(sessionOf(upload), async (_session, state) => {
			const [file] = new SessionStore(state.storage.sql).files();
			await env.FILES.resumeMultipartUpload(file!.objectKey, file!.multipart!).abort();
		});
		const first = BIG.subarray(0, PART_SIZE);
		// Parts are sent in parallel, so the second one is refused as well.
		for (let nth = 0; nth < 2; nth++)
			expect(await code(await put(upload, 0, 1, first))).toBe("upload.bad_token");
		const fresh = await resume(upload);
		expect(fresh.files[0]).toMatchObject({ received: [] });
		await sendAll({ ...upload, files: fresh.files });
		expect((await complete(upload)).status).toBe(201);
		expect(await code(await put(upload, 0, 1, first))).toBe("upload.not_open");
	});

	it("accepts the same part twice and stores it once, and refuses different bytes", async () => {
		const upload = await begun(TWO);
		await sendAll(upload);
		await sendAll(upload);
		const keys = (await objectsOf(upload.shareId)).map(({ key }) => key);
		const [single] = await Promise.all(keys.map((key) => env.FILES.head(key)));
		expect(single?.customMetadata).toEqual(crcMetadata(crc32(SMALL)).customMetadata);
		const other = pngLike(PART_SIZE, 99);
		expect(await code(await put(upload, 0, 1, other))).toBe("upload.part_differs");
		expect(await code(await put(upload, 1, 1, text("other byte")))).toBe("upload.part_differs");
		expect((await complete(upload)).status).toBe(201);
		expect((await rowOf(upload.shareId))?.totalSize).toBe(BIG.length + SMALL.length);
	});

	// G40
	it("finds a single part whose writer died before acknowledging it", async () => {
		const upload = await begun([{ name: "notes.txt", size: SMALL.length }]);
		const row = await rowOf(upload.shareId);
		const key = `originals/${row!.id}/${upload.files[0]!.id}`;
		await env.FILES.put(key, SMALL, {});
		expect(await code(await put(upload, 0, 1, text("other byte")))).toBe("upload.part_differs");
		expect((await put(upload, 0, 1, SMALL)).status).toBe(200);
		expect((await complete(upload)).status).toBe(201);
	});

	it("finds a stored file whose session was never notified", async () => {
		const upload = await begun([
			{ name: "notes.txt", size: SMALL.length },
			{ name: "more.txt", size: SMALL.length },
		]);
		const row = await rowOf(upload.shareId);
		const [stored, longer] = upload.files.map((file) => `originals/${row!.id}/${file.id}`);
		await env.FILES.put(stored!, SMALL, crcMetadata(crc32(SMALL)));
		await env.FILES.put(longer!, text("some notes!"), crcMetadata(crc32(text("some notes!"))));
		const seen = await resume(upload);
		expect(seen.receivedSize).toBe(SMALL.length);
		expect(seen.files.map((file) => file.received)).toEqual([[1], []]);
		const refused = await complete(upload);
		expect(await refused.json()).toMatchObject({
			code: "upload.incomplete",
			details: { missing: [{ name: "more.txt", parts: [1] }] },
		});
		await env.FILES.delete(longer!);
		expect((await put(upload, 1, 1, SMALL)).status).toBe(200);
		const { files } = await (await complete(upload)).json<CreatedShare>();
		expect(files.map((file) => file.size)).toEqual([SMALL.length, SMALL.length]);
	});

	it("deletes objects written after the upload has ended", async () => {
		const upload = await begun([
			{ name: "notes.txt", size: SMALL.length },
			{ name: "more.txt", size: SMALL.length },
		]);
		const row = await rowOf(upload.shareId);
		const left = async () =>
			(await env.FILES.list({ prefix: `originals/${row!.id}/` })).objects.length;
		expect((await put(upload, 0, 1, SMALL)).status).toBe(200);
		// Abandoned in another isolate, so this one still assumes it is open.
		await sessionOf(upload).abandon(creator.user.id);
		expect((await put(upload, 1, 1, SMALL)).status).toBe(200);
		await vi.waitFor(async () => expect(await left()).toBe(0), 5000);
		expect(await code(await put(upload, 1, 1, SMALL))).toBe("upload.not_open");
		expect(await left()).toBe(0);
	});

	it("keeps the right bytes when the same part is sent concurrently", async () => {
		const upload = await begun(TWO);
		const first = BIG.subarray(0, PART_SIZE);
		await Promise.all([
			put(upload, 0, 1, first),
			put(upload, 0, 1, first),
			put(upload, 1, 1, SMALL),
			put(upload, 1, 1, SMALL),
		]);
		await put(upload, 0, 2, BIG.subarray(PART_SIZE));
		for (let round = 0; round < 3; round++) {
			const response = await complete(upload);
			if (response.status === 201) break;
			const { details } = await response.json<{ details: { missing: unknown[] } }>();
			expect(details.missing).toMatchObject([{ parts: [1] }]);
			await put(upload, 0, 1, first);
		}
		const [file] = await objectsOf(upload.shareId);
		const objects = await Promise.all(
			(await objectsOf(upload.shareId)).map(async (object) =>
				crc32(new Uint8Array(await (await env.FILES.get(object.key))!.arrayBuffer())),
			),
		);
		expect(file).toBeDefined();
		expect(objects.sort()).toEqual([crc32(BIG), crc32(SMALL)].sort());
	});

	it("asks for a part again whose bytes met others on the way", async () => {
		const upload = await begun(TWO);
		const [file] = upload.files;
		const part = BIG.subarray(PART_SIZE);
		let isFirst = true;
		const body = new ReadableStream({
			type: "bytes",
			pull: async (controller) => {
				if (!isFirst) return;
				isFirst = false;
				expect((await put(upload, 0, 2, part)).status).toBe(200);
				controller.enqueue(part.slice().fill(1));
				controller.close();
			},
		});
		const slow = { id: upload.id, fileId: file!.id, token: file!.token ?? "", n: 2, body };
		await expect(
			writePart(creator.ctx, { ...slow, declared: null, crc32: null }),
		).rejects.toMatchObject({ code: "service.unavailable" });
		expect((await resume(upload)).files[0]).toMatchObject({ received: [] });
		await sendAll(upload);
		expect((await complete(upload)).status).toBe(201);
	});

	async function nothingKept(upload: BegunUpload) {
		expect((await resume(upload)).receivedSize).toBe(0);
		expect(await objectsOf(upload.shareId)).toEqual([]);
	}

	it("refuses bodies shorter or longer than declared, with and without Content-Length", async () => {
		const upload = await begun(TWO);
		for (const bytes of [SMALL.subarray(1), text("some notes!")]) {
			expect(await code(await put(upload, 1, 1, bytes))).toBe("upload.size_mismatch");
			expect(
				await code(await put(upload, 1, 1, bytes, { headers: { "content-length": "10" } })),
			).toBe("upload.size_mismatch");
		}
		const path = `/api/uploads/${upload.id}/files/${upload.files[0]!.id}/parts/2`;
		for (const length of [999, 1001, 0]) {
			const response = await request(path, {
				method: "PUT",
				body: new Uint8Array(length),
				headers: { "x-upload-token": upload.files[0]!.token! },
				cookies: creator.cookies,
			});
			expect(await code(response)).toBe("upload.size_mismatch");
		}
		await nothingKept(upload);
	});

	it("refuses bodies with a different CRC", async () => {
		const upload = await begun(TWO);
		const wrong = { crc: "00000000" };
		expect(await code(await put(upload, 1, 1, SMALL, wrong))).toBe("upload.crc_mismatch");
		const part = BIG.subarray(PART_SIZE);
		expect(await code(await put(upload, 0, 2, part, wrong))).toBe("upload.crc_mismatch");
		expect((await put(upload, 1, 1, SMALL, { crc: "xyz" })).status).toBe(400);
		await nothingKept(upload);
		expect((await put(upload, 0, 2, part, { crc: hex(part) })).status).toBe(200);
	});

	// G41
	it("refuses content of a type other than announced, naming the file", async () => {
		const upload = await begun(TWO);
		for (const [index, bytes] of [
			[0, new Uint8Array(PART_SIZE).fill(65)],
			[1, new Uint8Array(SMALL.length)],
		] as const) {
			const response = await put(upload, index, 1, bytes);
			expect(response.status).toBe(415);
			const body = await response.json<{ message: string }>();
			expect(body).toMatchObject({
				reason: "file.content_differs",
				message: expect.stringContaining(TWO[index]!.name),
			});
			expect(body.message).not.toContain("ZIP");
		}
		await nothingKept(upload);
	});

	// G41
	it("refuses a program under another extension, and says so", async () => {
		const program = Uint8Array.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]);
		const upload = await begun([{ name: "brushes.abr", size: program.length }]);
		const response = await put(upload, 0, 1, program);
		expect(response.status).toBe(415);
		expect(await response.json()).toMatchObject({
			code: "file.type_not_accepted",
			reason: "file.program",
			details: { file: "brushes.abr" },
		});
	});

	// G39
	it("refuses part numbers that the file doesn't have", async () => {
		const upload = await begun(TWO);
		for (const n of [0, 3, 10_001, -1]) expect((await put(upload, 0, n, BIG)).status).toBe(400);
		await nothingKept(upload);
	});

	// G36
	it("requires an unaltered token and the session it was issued to", async () => {
		const upload = await begun(TWO);
		const other = await makeCreator();
		const [big, small] = upload.files;
		const [payload, signature] = small!.token!.split(".");
		const grant = JSON.parse(Buffer.from(payload!, "base64url").toString());
		const forged = Buffer.from(JSON.stringify({ ...grant, key: "originals/x/y" })).toString(
			"base64url",
		);
		for (const token of [
			null,
			"",
			"x",
			big!.token,
			`${payload}.`,
			`${payload}.${signature}x`,
			`${forged}.${signature}`,
			`${small!.token}.x`,
		])
			expect((await put(upload, 1, 1, SMALL, { token })).status).toBe(403);
		expect((await put(upload, 1, 1, SMALL, { who: other })).status).toBe(403);
		expect((await put(upload, 1, 1, SMALL, { who: { ...other, cookies: {} } })).status).toBe(401);
		const elsewhere = await begun(TWO);
		expect((await put(elsewhere, 1, 1, SMALL, { token: small!.token })).status).toBe(403);
		expect((await resume(upload)).receivedSize).toBe(0);
	});

	// G86
	it("refuses parts two seconds after the access token that began the upload is removed", async () => {
		const { id, token } = await storeToken(creator.user.id, ["shares:write"]);
		const started = await callWithToken(token, "POST", "/api/uploads", {
			title: "A film",
			price: "9.99",
			files: TWO,
		});
		const upload = await started.json<BegunUpload>();
		const headers = { authorization: `Bearer ${token}` };
		const send = () => put(upload, 1, 1, SMALL, { headers, who: { ...creator, cookies: {} } });
		expect((await send()).status).toBe(200);
		await testCtx().db.delete(accessTokens).where(eq(accessTokens.id, id));
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2_000 });
		onTestFinished(() => void vi.useRealTimers());
		const refused = await send();
		expect(refused.status).toBe(401);
		expect(refused.headers.get("www-authenticate")).toContain("Bearer");
		expect(await code(refused)).toBe("access_token.invalid");
	});

	it("refuses expired tokens", async () => {
		const upload = await begun(TWO);
		const past = { ...creator.ctx, now: () => Date.now() - 7 * 60 * 60 * 1000 };
		const token = await signGrant(past, {
			upload: upload.id,
			file: upload.files[1]!.id,
			name: "notes.txt",
			family: "text",
			key: "originals/x/y",
			multipart: null,
			size: SMALL.length,
		});
		await expect(
			verifyGrant(past, token, { id: upload.id, fileId: upload.files[1]!.id }),
		).resolves.toMatchObject({ name: "notes.txt" });
		const response = await put(upload, 1, 1, SMALL, { token });
		expect(response.status).toBe(403);
		expect((await response.json<{ message: string }>()).message).toContain("expired");
	});
});
