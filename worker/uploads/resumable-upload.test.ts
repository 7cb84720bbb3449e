import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { MIB, PART_SIZE, UPLOAD_IDLE_MS } from "../contract/constants.ts";
import type { CreatedShare } from "../contract/shares.ts";
import type { BegunUpload, OpenUpload, ResumableUpload } from "../contract/uploads.ts";
import { crc32 } from "../platform/crc32.ts";
import { dbOf } from "../platform/db.ts";
import { filesOf } from "../shares/file-rows.ts";
import { openUploadFile } from "../shares/open-upload-file.ts";
import { shares } from "../shares/tables.ts";
import { pngLike, text } from "../test/sample-files.ts";
import { call, makeCreator, request, testCtx } from "../test/world.ts";
import { finishObjects } from "./finish-objects.ts";
import { signGrant, verifyGrant } from "./part-token.ts";
import { publishUpload } from "./publish-upload.ts";
import { SessionStore } from "./session-store.ts";

type Creator = Awaited<ReturnType<typeof makeCreator>>;
let creator: Creator;
beforeEach(async () => {
	creator = await makeCreator({ plan: "pro" });
});

type Announced = { name: string; size: number; folderPath?: string; lastModified?: number };
const begin = (files: Announced[], more: object = {}, who = creator) =>
	call("POST", "/api/uploads", { title: "A film", price: "9.99", files, ...more }, who.cookies);
async function begun(files: Announced[], more: object = {}, who = creator): Promise<BegunUpload> {
	const response = await begin(files, more, who);
	expect(response.status).toBe(201);
	return response.json();
}
type Send = {
	token?: string | null;
	crc?: string;
	headers?: Record<string, string>;
	who?: Creator;
};
function put(upload: BegunUpload, index: number, n: number, bytes: Uint8Array, options: Send = {}) {
	const file = upload.files[index]!;
	const token = options.token === undefined ? file.token : options.token;
	return request(`/api/uploads/${upload.id}/files/${file.id}/parts/${n}`, {
		method: "PUT",
		body: bytes,
		headers: {
			"content-length": String(bytes.length),
			...(token && { "x-upload-token": token }),
			...(options.crc && { "x-part-crc32": options.crc }),
			...options.headers,
		},
		cookies: (options.who ?? creator).cookies,
	});
}
const hex = (bytes: Uint8Array) => crc32(bytes).toString(16).padStart(8, "0");
const complete = (upload: { id: string }, who = creator) =>
	call("POST", `/api/uploads/${upload.id}/complete`, undefined, who.cookies);
const resume = async (upload: { id: string }, from = 0): Promise<ResumableUpload> =>
	(await call("GET", `/api/uploads/${upload.id}?from=${from}`, undefined, creator.cookies)).json();
const sessionOf = (upload: { id: string }) => env.UPLOAD_SESSION.getByName(upload.id);
const used = (who = creator) =>
	env.UPLOAD_METER.getByName(who.user.id).used(who.user.id, Date.now());
const code = async (response: Response) => (await response.json<{ code: string }>()).code;
const rowOf = async (shareId: string) =>
	(await testCtx().db.select().from(shares).where(eq(shares.shareId, shareId)))[0];
async function objectsOf(shareId: string) {
	const row = await rowOf(shareId);
	return (await env.FILES.list({ prefix: `originals/${row?.id}/` })).objects;
}

/** A context whose database counts the statements it is given. */
function countingCtx() {
	let count = 0;
	const db = new Proxy(env.DB, {
		get(target, name) {
			if (name === "prepare") {
				return (query: string) => {
					count++;
					return target.prepare(query);
				};
			}
			const value: unknown = Reflect.get(target, name);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
	return { ctx: { ...testCtx(), db: dbOf(db) }, statements: () => count };
}

const BIG = pngLike(PART_SIZE + 1000);
const SMALL = text("some notes");
const TWO = [
	{ name: "big.png", size: BIG.length, folderPath: "Images", lastModified: 1_700_000_000_000 },
	{ name: "notes.txt", size: SMALL.length },
];
async function sendAll(upload: BegunUpload) {
	expect((await put(upload, 0, 2, BIG.subarray(PART_SIZE))).status).toBe(200);
	expect((await put(upload, 0, 1, BIG.subarray(0, PART_SIZE))).status).toBe(200);
	expect((await put(upload, 1, 1, SMALL, { crc: hex(SMALL) })).status).toBe(200);
}

describe("a resumable upload", () => {
	it("goes from begin over parts to a published share", async () => {
		const upload = await begun(TWO, { description: "d", preview: { images: "watermark" } });
		expect(upload).toMatchObject({ partSize: PART_SIZE, files: [{ parts: 2 }, { parts: 1 }] });
		expect(await rowOf(upload.shareId)).toMatchObject({
			status: "uploading",
			imagePreview: "watermark",
		});
		await sendAll(upload);
		const response = await complete(upload);
		expect(response.status).toBe(201);
		const { fileShare, files } = await response.json<CreatedShare>();
		expect(fileShare).toMatchObject({
			shareId: upload.shareId,
			status: "published",
			fileCount: 2,
			totalSize: BIG.length + SMALL.length,
		});
		expect(files.map((file) => file.originalName)).toEqual(["big.png", "notes.txt"]);
		const [big, small] = await filesOf(testCtx(), fileShare.id);
		expect(big).toMatchObject({ crc32: crc32(BIG), modifiedAt: 1_700_000_000_000 });
		expect(small).toMatchObject({ crc32: crc32(SMALL) });
		const object = await env.FILES.get(big!.objectKey);
		expect(object?.etag).toBe(big?.etag);
		expect(new Uint8Array(await object!.arrayBuffer())).toEqual(BIG);
		expect(await used()).toBe(1);
	});

	it("tells what is safe and takes only what is missing", async () => {
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

	it("lists the creator's unfinished uploads, and nobody else's", async () => {
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

	it("takes files without bytes", async () => {
		const upload = await begun([{ name: "empty.txt", size: 0 }]);
		expect((await put(upload, 0, 1, new Uint8Array(0))).status).toBe(200);
		const { files } = await (await complete(upload)).json<CreatedShare>();
		expect(files).toMatchObject([{ originalName: "empty.txt", size: 0 }]);
	});

	it("flattens folders on the free plan and keeps them on Pro", async () => {
		const tree = [{ name: "a.txt", size: 1, folderPath: "Top/Deep" }];
		const free = await makeCreator();
		expect((await begun(tree, {}, free)).files[0]?.folderPath).toBe("Top");
		expect((await begun(tree)).files[0]?.folderPath).toBe("Top/Deep");
	});
});

describe("repetition", () => {
	it("of a part is harmless, with other bytes it is refused", async () => {
		const upload = await begun(TWO);
		await sendAll(upload);
		await sendAll(upload);
		const other = pngLike(PART_SIZE, 99);
		expect(await code(await put(upload, 0, 1, other))).toBe("upload.part_differs");
		expect(await code(await put(upload, 1, 1, text("other byte")))).toBe("upload.part_differs");
		expect((await complete(upload)).status).toBe(201);
		expect((await rowOf(upload.shareId))?.totalSize).toBe(BIG.length + SMALL.length);
	});

	it("finds an only part whose writer died before it could tell", async () => {
		const upload = await begun([{ name: "notes.txt", size: SMALL.length }]);
		const row = await rowOf(upload.shareId);
		const key = `originals/${row!.id}/${upload.files[0]!.id}`;
		await env.FILES.put(key, SMALL, {});
		expect(await code(await put(upload, 0, 1, text("other byte")))).toBe("upload.part_differs");
		expect((await put(upload, 0, 1, SMALL)).status).toBe(200);
		expect((await complete(upload)).status).toBe(201);
	});

	it("of the same part at the same time ends in the right bytes", async () => {
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

	it("of complete gives one share, at the same time and afterwards", async () => {
		const upload = await begun(TWO);
		await sendAll(upload);
		const answers = await Promise.all([complete(upload), complete(upload), complete(upload)]);
		const bodies = await Promise.all(answers.map((answer) => answer.json<CreatedShare>()));
		expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
		bodies.push(await (await complete(upload)).json());
		for (const body of bodies) expect(body).toEqual(bodies[0]);
		expect(await filesOf(testCtx(), bodies[0]!.fileShare.id)).toHaveLength(2);
		expect(await used()).toBe(1);
	});

	it("goes on where publishing died", async () => {
		const upload = await begun(TWO);
		await sendAll(upload);
		await runInDurableObject(sessionOf(upload), async (_session, state) => {
			// As if the run had finished one of R2's uploads and died before noting it.
			const file = state.storage.sql
				.exec<{ object_key: string; multipart: string }>(
					"SELECT object_key, multipart FROM files WHERE position = 0",
				)
				.one();
			const parts = state.storage.sql
				.exec<{ partNumber: number; etag: string }>(
					"SELECT n AS partNumber, etag FROM parts WHERE file = 0 ORDER BY n",
				)
				.toArray();
			await env.FILES.resumeMultipartUpload(file.object_key, file.multipart).complete(parts);
			state.storage.sql.exec("UPDATE session SET state = 'completing'");
		});
		await evictDurableObject(sessionOf(upload));
		await runDurableObjectAlarm(sessionOf(upload));
		expect((await rowOf(upload.shareId))?.status).toBe("published");
		expect((await complete(upload)).status).toBe(201);
	});

	it("asks again for parts that R2 refuses", async () => {
		const upload = await begun(TWO);
		await sendAll(upload);
		await runInDurableObject(sessionOf(upload), (_session, state) => {
			state.storage.sql.exec("UPDATE parts SET etag = 'wrong', tries = 2 WHERE file = 0 AND n = 2");
		});
		const refused = await complete(upload);
		expect(await refused.json()).toMatchObject({
			code: "upload.incomplete",
			details: { missing: [{ fileId: upload.files[0]!.id, parts: [2] }] },
		});
		await put(upload, 0, 2, BIG.subarray(PART_SIZE));
		expect((await complete(upload)).status).toBe(201);
	});

	it("begins a file again when R2 has forgotten its upload", async () => {
		const upload = await begun(TWO);
		await sendAll(upload);
		await runInDurableObject(sessionOf(upload), async (_session, state) => {
			const file = state.storage.sql
				.exec<{ object_key: string; multipart: string }>(
					"SELECT object_key, multipart FROM files WHERE position = 0",
				)
				.one();
			await env.FILES.resumeMultipartUpload(file.object_key, file.multipart).abort();
		});
		expect(await code(await complete(upload))).toBe("upload.incomplete");
		const { token } = (await resume(upload)).files[0]!;
		await put(upload, 0, 1, BIG.subarray(0, PART_SIZE), { token });
		await put(upload, 0, 2, BIG.subarray(PART_SIZE), { token });
		expect((await complete(upload)).status).toBe(201);
	});
});

describe("the end of a session", () => {
	it("by giving up takes everything away and gives the slot back", async () => {
		const upload = await begun(TWO);
		await put(upload, 0, 1, BIG.subarray(0, PART_SIZE));
		await put(upload, 1, 1, SMALL);
		const { id } = (await rowOf(upload.shareId))!;
		expect(await used()).toBe(1);
		const drop = () => call("DELETE", `/api/uploads/${upload.id}`, undefined, creator.cookies);
		expect((await drop()).status).toBe(204);
		expect((await drop()).status).toBe(204);
		expect((await env.FILES.list({ prefix: `originals/${id}/` })).objects).toEqual([]);
		expect(await rowOf(upload.shareId)).toBeUndefined();
		expect(await used()).toBe(0);
		for (const response of [
			await put(upload, 0, 2, BIG.subarray(PART_SIZE)),
			await put(upload, 1, 1, SMALL),
			await complete(upload),
		]) {
			expect(response.status).toBe(409);
			expect(await code(response)).toBe("upload.not_open");
		}
		expect((await env.FILES.list({ prefix: `originals/${id}/` })).objects).toEqual([]);
		const seen = await call("GET", `/api/uploads/${upload.id}`, undefined, creator.cookies);
		expect(seen.status).toBe(404);
	});

	it("by publishing leaves bytes that nobody can change", async () => {
		const upload = await begun(TWO);
		await sendAll(upload);
		await complete(upload);
		const before = (await objectsOf(upload.shareId)).map((object) => object.version).sort();
		expect(await code(await put(upload, 0, 1, BIG.subarray(0, PART_SIZE)))).toBe("upload.not_open");
		expect(await code(await put(upload, 0, 2, text("x".repeat(1000))))).toBe("upload.not_open");
		expect(await code(await put(upload, 1, 1, text("other byte")))).toBe("upload.not_open");
		const drop = await call("DELETE", `/api/uploads/${upload.id}`, undefined, creator.cookies);
		expect(await code(drop)).toBe("upload.not_open");
		expect((await objectsOf(upload.shareId)).map((object) => object.version).sort()).toEqual(
			before,
		);
	});

	const idleFor = async (upload: BegunUpload, ms: number) => {
		await runInDurableObject(sessionOf(upload), (_session, state) => {
			state.storage.sql.exec("UPDATE session SET last_at = ?", Date.now() - ms);
		});
		await evictDurableObject(sessionOf(upload));
	};

	it("comes by alarm after a day without a sign of life", async () => {
		const upload = await begun(TWO);
		await put(upload, 1, 1, SMALL);
		const { id } = (await rowOf(upload.shareId))!;
		await idleFor(upload, UPLOAD_IDLE_MS - MIB);
		await runDurableObjectAlarm(sessionOf(upload));
		expect((await resume(upload)).state).toBe("open");
		await idleFor(upload, UPLOAD_IDLE_MS);
		await runDurableObjectAlarm(sessionOf(upload));
		expect(await rowOf(upload.shareId)).toBeUndefined();
		expect((await env.FILES.list({ prefix: `originals/${id}/` })).objects).toEqual([]);
		expect(await used()).toBe(0);
		const list = await call("GET", "/api/uploads", undefined, creator.cookies);
		expect(await list.json()).toEqual([]);
	});

	it("comes when the share is deleted meanwhile", async () => {
		const upload = await begun(TWO);
		await sendAll(upload);
		await call("DELETE", `/api/file-shares/${upload.shareId}`, undefined, creator.cookies);
		expect(await code(await complete(upload))).toBe("upload.not_open");
		expect(await used()).toBe(0);
		expect(await objectsOf(upload.shareId)).toEqual([]);
	});
});

describe("adding to a share", () => {
	async function publishedShare() {
		const first = await begun(TWO);
		await sendAll(first);
		await complete(first);
		return first.shareId;
	}
	const MORE = [{ name: "more.txt", size: SMALL.length }];

	it("puts the files behind those it has, before the first sale", async () => {
		const shareId = await publishedShare();
		const upload = await begun(MORE, { addTo: shareId });
		expect(upload.shareId).toBe(shareId);
		await put(upload, 0, 1, SMALL);
		const { files, fileShare } = await (await complete(upload)).json<CreatedShare>();
		expect(files.map((file) => file.originalName)).toEqual(["big.png", "notes.txt", "more.txt"]);
		expect(fileShare).toMatchObject({ fileCount: 3, title: "A film" });
		expect(await used()).toBe(2);
	});

	it("leaves the share alone when it is given up", async () => {
		const shareId = await publishedShare();
		const upload = await begun(MORE, { addTo: shareId });
		await put(upload, 0, 1, SMALL);
		await call("DELETE", `/api/uploads/${upload.id}`, undefined, creator.cookies);
		expect(await rowOf(shareId)).toMatchObject({ status: "published", fileCount: 2 });
		expect(await objectsOf(shareId)).toHaveLength(2);
	});

	it("is refused once somebody has begun to pay, at begin and at complete", async () => {
		const shareId = await publishedShare();
		const upload = await begun(MORE, { addTo: shareId });
		await put(upload, 0, 1, SMALL);
		await testCtx()
			.db.update(shares)
			.set({ checkoutBegunAt: 1 })
			.where(eq(shares.shareId, shareId));
		expect(await code(await begin(MORE, { addTo: shareId }))).toBe("share.has_sales");
		expect(await code(await complete(upload))).toBe("share.has_sales");
		expect(await rowOf(shareId)).toMatchObject({ fileCount: 2 });
		expect(await objectsOf(shareId)).toHaveLength(2);
		expect(await used()).toBe(1);
	});

	it("is the owner's alone", async () => {
		const shareId = await publishedShare();
		const other = await makeCreator();
		expect((await begin(MORE, { addTo: shareId }, other)).status).toBe(404);
		expect(await used(other)).toBe(0);
	});
});

describe("limits", () => {
	it("a hundred begun at once by a free creator give exactly three", async () => {
		const free = await makeCreator();
		const answers = await Promise.all(
			Array.from({ length: 100 }, () => begin([{ name: "a.txt", size: 1 }], {}, free)),
		);
		expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3);
		const refused = answers.filter((answer) => answer.status === 403);
		expect(refused).toHaveLength(97);
		expect(await refused[0]!.json()).toMatchObject({
			message: expect.stringContaining("monthly transaction limit"),
		});
	});

	it("a creator has at most five unfinished ones", async () => {
		const answers = await Promise.all(
			Array.from({ length: 12 }, () => begin([{ name: "a.txt", size: 1 }])),
		);
		expect(answers.filter((answer) => answer.status === 201)).toHaveLength(5);
		const refused = answers.find((answer) => answer.status !== 201)!;
		expect(await code(refused)).toBe("upload.too_many_open");
		expect(await used()).toBe(5);
	});

	it.each([
		[[{ name: "film.mp4", size: 5 * 1024 * MIB + 1 }], 413, "film.mp4"],
		[
			[
				{ name: "ok.txt", size: 1 },
				{ name: "raw.cr2", size: 1 },
			],
			415,
			"raw.cr2",
		],
		[[{ name: "evil\u0000.txt", size: 1 }], 400, "control"],
		[[{ name: "a.txt", size: 1, folderPath: "x\u0085" }], 400, "a.txt"],
		[[{ name: "a.txt", size: 1, folderPath: "../up" }], 400, "a.txt"],
		[[{ name: "empty.png", size: 0 }], 415, "empty.png"],
		[[{ name: "a.txt", size: -1 }], 400, ""],
		[[{ name: "a.txt", size: 1.5 }], 400, ""],
		[[], 400, "No files selected"],
		[Array.from({ length: 2001 }, (_, i) => ({ name: `${i}.txt`, size: 1 })), 400, "2000 files"],
	])("refuses bad announcements (%#) and keeps nothing", async (files, status, words) => {
		const response = await begin(files as Announced[]);
		expect(response.status).toBe(status);
		expect((await response.json<{ message: string }>()).message).toContain(words);
		expect(await used()).toBe(0);
	});

	it("takes a file of exactly 5 GB", async () => {
		const upload = await begun([{ name: "film.mp4", size: 5 * 1024 * MIB }]);
		expect(upload.files[0]?.parts).toBe(640);
	});
});

describe("bytes that lie", () => {
	async function nothingKept(upload: BegunUpload) {
		expect((await resume(upload)).receivedSize).toBe(0);
		expect(await objectsOf(upload.shareId)).toEqual([]);
	}

	it("shorter or longer than declared are refused, said and unsaid", async () => {
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

	it("with another CRC are refused", async () => {
		const upload = await begun(TWO);
		const wrong = { crc: "00000000" };
		expect(await code(await put(upload, 1, 1, SMALL, wrong))).toBe("upload.crc_mismatch");
		const part = BIG.subarray(PART_SIZE);
		expect(await code(await put(upload, 0, 2, part, wrong))).toBe("upload.crc_mismatch");
		expect((await put(upload, 1, 1, SMALL, { crc: "xyz" })).status).toBe(400);
		await nothingKept(upload);
		expect((await put(upload, 0, 2, part, { crc: hex(part) })).status).toBe(200);
	});

	it("of another type than announced are refused, naming the file", async () => {
		const upload = await begun(TWO);
		for (const [index, bytes] of [
			[0, new Uint8Array(PART_SIZE).fill(65)],
			[1, new Uint8Array(SMALL.length)],
		] as const) {
			const response = await put(upload, index, 1, bytes);
			expect(response.status).toBe(415);
			expect((await response.json<{ message: string }>()).message).toContain(TWO[index]!.name);
		}
		await nothingKept(upload);
	});

	it("of a part that the file has not are refused", async () => {
		const upload = await begun(TWO);
		for (const n of [0, 3, 10_001, -1]) expect((await put(upload, 0, n, BIG)).status).toBe(400);
		await nothingKept(upload);
	});
});

describe("permission", () => {
	it("is a token and the session it was made for, both unaltered", async () => {
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

	it("expires", async () => {
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

	it("is nobody else's: other people's uploads are unknown", async () => {
		const upload = await begun(TWO);
		const other = await makeCreator();
		const target = { id: upload.id, fileId: upload.files[0]!.id };
		for (const [method, path] of [
			["GET", ""],
			["POST", "/complete"],
			["DELETE", ""],
		] as const) {
			const url = `/api/uploads/${upload.id}${path}`;
			expect((await call(method, url, undefined, other.cookies)).status).toBe(404);
			expect((await call(method, url)).status).toBe(401);
		}
		await expect(openUploadFile(other.ctx, target)).rejects.toMatchObject({ status: 404 });
		await expect(openUploadFile(creator.ctx, target)).resolves.toMatchObject({
			name: "big.png",
			family: "image",
		});
		expect((await resume(upload)).state).toBe("open");
	});
});

describe("a large share", () => {
	it("is published by the alarm, with few statements and tokens by the page", {
		timeout: 60_000,
	}, async () => {
		const names = Array.from({ length: 2000 }, (_, i) => ({ name: `${i}.txt`, size: 4 }));
		const upload = await begun(names);
		expect(upload.files).toHaveLength(2000);
		expect(upload.files[199]?.token).toBeTruthy();
		expect(upload.files[200]?.token).toBeNull();
		const tokens: string[] = [];
		for (let from: number | null = 0; from !== null; ) {
			const page: ResumableUpload = await resume(upload, from);
			tokens.push(...page.files.map((file) => file.token!));
			from = page.next;
		}
		expect(new Set(tokens).size).toBe(2000);
		for (let at = 0; at < 2000; at += 20)
			await Promise.all(
				tokens
					.slice(at, at + 20)
					.map((token, i) => put(upload, at + i, 1, text("abcd"), { token })),
			);
		const accepted = await complete(upload);
		expect(accepted.status).toBe(202);
		expect(await accepted.json()).toMatchObject({ state: "completing" });
		const counted = countingCtx();
		await runInDurableObject(sessionOf(upload), async (_session, state) => {
			const store = new SessionStore(state.storage.sql);
			expect(await finishObjects(counted.ctx, store)).toBe(true);
			await publishUpload(counted.ctx, store.read()!, store.files());
		});
		expect(counted.statements()).toBeLessThanOrEqual(100);
		// The alarm's own run repeats every step.
		await runDurableObjectAlarm(sessionOf(upload));
		const done = await complete(upload);
		expect(done.status).toBe(201);
		const { files } = await done.json<CreatedShare>();
		expect(files.map((file) => file.originalName)).toEqual(names.map((file) => file.name));
	});
});
