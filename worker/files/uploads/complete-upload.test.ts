import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { CreatedShare } from "../../catalogue/shares/contract/shares.ts";
import { filesOf } from "../../catalogue/shares/file-rows.ts";
import { PART_SIZE } from "../../contract/constants.ts";
import { findSharePage } from "../../pages/storefront/share-response.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import { recordingCtx } from "../../test/fakes/recording-ctx.ts";
import { text } from "../../test/fixtures/sample-files.ts";
import { call, request, testCtx } from "../../test/fixtures/test-app.ts";
import {
	BIG,
	begun,
	code,
	complete,
	creator,
	freshCreator,
	put,
	resume,
	rowOf,
	SMALL,
	sendAll,
	sessionOf,
	TWO,
	used,
} from "../../test/fixtures/upload-helpers.ts";
import type { ResumableUpload } from "./contract.ts";
import { finishObjects } from "./finish-objects.ts";
import { publishUpload } from "./publish-upload.ts";
import { SessionStore } from "./session-store.ts";

const shareResponse = async (...given: Parameters<typeof findSharePage>) =>
	(await findSharePage(...given)).page;

beforeEach(freshCreator);

/** Stores the only missing part of each file, like the route for parts. */
async function storeMissing(upload: { id: string }, bytes: Uint8Array): Promise<void> {
	await runInDurableObject(sessionOf(upload), async (_session, state) => {
		const store = new SessionStore(state.storage.sql);
		const missing = store.files().filter(({ position }) => store.part(position, 1) === null);
		const stored = await Promise.all(
			missing.map(({ objectKey }) => env.FILES.put(objectKey, bytes)),
		);
		for (const [at, { position }] of missing.entries()) {
			const { etag = "" } = stored[at] ?? {};
			store.keepPart(position, { n: 1, size: bytes.length, etag, crc32: crc32(bytes) });
		}
	});
}

/** The time until the session's alarm, in ms. */
const alarmOf = (upload: { id: string }) =>
	runInDurableObject(
		sessionOf(upload),
		async (_session, state) => ((await state.storage.getAlarm()) ?? 0) - Date.now(),
	);

/** A database that fails at a statement. */
function dyingAt(statement: RegExp): D1Database {
	const dying = <T extends object>(target: T): T =>
		new Proxy(target, {
			get(object, name) {
				const value: unknown = Reflect.get(object, name);
				if (typeof value !== "function") return value;
				return (...args: unknown[]) => {
					if (name === "prepare" && statement.test(String(args[0])))
						throw new Error("the Worker dies");
					const result: unknown = Reflect.apply(value, object, args);
					return name === "withSession" ? dying(result as object) : result;
				};
			},
		});
	return dying(env.DB);
}

/** Gives the upload's session other bindings while `act` runs. */
async function withEnv(upload: { id: string }, more: Partial<Env>, act: () => Promise<void>) {
	const use = (bindings: Env) =>
		runInDurableObject(sessionOf(upload), (session) => {
			Object.assign(session, { env: bindings });
		});
	await use({ ...env, ...more });
	await act();
	await use(env);
}

describe("POST /api/uploads/{id}/complete", () => {
	it("leads from begin and parts to a published share", async () => {
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

	it("returns the same share for concurrent and later calls", async () => {
		const upload = await begun(TWO);
		await sendAll(upload);
		const responses = await Promise.all([complete(upload), complete(upload), complete(upload)]);
		const bodies = await Promise.all(responses.map((result) => result.json<CreatedShare>()));
		expect(responses.map((result) => result.status)).toEqual([201, 201, 201]);
		bodies.push(await (await complete(upload)).json());
		for (const body of bodies) expect(body).toEqual(bodies[0]);
		expect(await filesOf(testCtx(), bodies[0]!.fileShare.id)).toHaveLength(2);
		expect(await used()).toBe(1);
	});

	// G40
	it("resumes publishing after a crash", async () => {
		const upload = await begun(TWO);
		await sendAll(upload);
		await resume(upload);
		await runInDurableObject(sessionOf(upload), async (_session, state) => {
			// As if the run had completed one of R2's multipart uploads and died before recording it.
			const store = new SessionStore(state.storage.sql);
			const [file] = store.files();
			const parts = store.parts(0).map(({ n, etag }) => ({ partNumber: n, etag }));
			await env.FILES.resumeMultipartUpload(file!.objectKey, file!.multipart!).complete(parts);
			store.setState("completing");
		});
		await evictDurableObject(sessionOf(upload));
		await runDurableObjectAlarm(sessionOf(upload));
		expect((await rowOf(upload.shareId))?.status).toBe("published");
		expect((await complete(upload)).status).toBe(201);
	});

	it.each([
		["a new share", false, /^update "uploads"/],
		["files added to a share", true, /^update "uploads"/],
		[
			"files that are added to a share, and are only rows yet,",
			true,
			/^update "shares" set "status"/,
		],
	])(
		"of %s leaves what its creator has removed before it is resumed",
		async (_name, isAdded, diesAt) => {
			const names = ["a.txt", "b.txt"];
			const announced = names.map((name) => ({ name, size: SMALL.length }));
			const share = await begun([{ name: "first.txt", size: SMALL.length }]);
			await put(share, 0, 1, SMALL);
			await complete(share);
			const upload = await begun(announced, isAdded ? { addTo: share.shareId } : {});
			for (const index of names.keys()) await put(upload, index, 1, SMALL);
			await withEnv(upload, { DB: dyingAt(diesAt) }, async () => {
				expect((await complete(upload)).status).toBe(202);
			});
			const [a, b] = upload.files.map(({ id }) => id);
			const path = `/api/file-shares/${upload.shareId}`;
			const { cookies } = creator;
			expect((await call("POST", `${path}/files/remove`, { files: [a] }, cookies)).status).toBe(
				204,
			);
			await runDurableObjectAlarm(sessionOf(upload));
			const { files } = await (await request(path)).json<CreatedShare>();
			expect(files.map(({ originalName }) => originalName)).toEqual(
				isAdded ? ["first.txt", "b.txt"] : ["b.txt"],
			);
			const download = await request(`/api/files/${b}/download`, { cookies });
			expect([download.status, await download.text()]).toEqual([200, "some notes"]);
			expect((await complete(upload)).status).toBe(201);
			// The bytes of the first share, and of the remaining file.
			const quota = env.UPLOAD_QUOTA.getByName(creator.user.id);
			expect(await quota.stored(creator.user.id, Date.now())).toBe(2 * SMALL.length);
		},
	);

	it("asks for the parts again that R2 rejects", async () => {
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
		expect(await alarmOf(upload)).toBeGreaterThan(60 * 60 * 1000);
		await put(upload, 0, 2, BIG.subarray(PART_SIZE));
		expect((await complete(upload)).status).toBe(201);
	});

	it("starts a file again when its multipart upload has expired at R2", async () => {
		const upload = await begun(TWO);
		await sendAll(upload);
		await runInDurableObject(sessionOf(upload), async (_session, state) => {
			const [file] = new SessionStore(state.storage.sql).files();
			await env.FILES.resumeMultipartUpload(file!.objectKey, file!.multipart!).abort();
		});
		expect(await code(await complete(upload))).toBe("upload.incomplete");
		const { token } = (await resume(upload)).files[0]!;
		await put(upload, 0, 1, BIG.subarray(0, PART_SIZE), { token });
		await put(upload, 0, 2, BIG.subarray(PART_SIZE), { token });
		expect((await complete(upload)).status).toBe(201);
	});

	it("publishes many files by the alarm with few statements, and returns tokens page by page", async () => {
		// More than a page of tokens, and than the statements that they may take.
		const count = env.ALL_ROUNDS === "true" ? 2000 : 300;
		const names = Array.from({ length: count }, (_, i) => ({ name: `${i}.txt`, size: 4 }));
		const upload = await begun(names);
		expect(upload.files).toHaveLength(count);
		expect(upload.files[199]?.token).toBeTruthy();
		expect(upload.files[200]?.token).toBeNull();
		const tokens: string[] = [];
		for (let from: number | null = 0; from !== null; ) {
			const page: ResumableUpload = await resume(upload, from);
			tokens.push(...page.files.map((file) => file.token!));
			from = page.next;
		}
		expect(new Set(tokens).size).toBe(count);
		for (let at = 99; at < count; at += 100)
			expect((await put(upload, at, 1, text("abcd"), { token: tokens[at] })).status).toBe(200);
		await storeMissing(upload, text("abcd"));
		const accepted = await complete(upload);
		expect(accepted.status).toBe(202);
		expect(await accepted.json()).toMatchObject({ state: "completing" });
		expect(await alarmOf(upload)).toBeLessThan(60 * 60 * 1000);
		const counted = recordingCtx();
		await runInDurableObject(sessionOf(upload), async (_session, state) => {
			const store = new SessionStore(state.storage.sql);
			expect(await finishObjects(counted.ctx, store)).toBe(true);
			await publishUpload(counted.ctx, store.read()!, store.files());
		});
		expect(counted.statements.length).toBeLessThanOrEqual(100);
		// The alarm's own run repeats every step.
		await runDurableObjectAlarm(sessionOf(upload));
		const done = await complete(upload);
		expect(done.status).toBe(201);
		const { files } = await done.json<CreatedShare>();
		expect(files.map((file) => file.originalName)).toEqual(names.map((file) => file.name));

		const opening = recordingCtx();
		expect((await shareResponse(opening.ctx, upload.shareId)).files).toHaveLength(count);
		expect(opening.statements.length).toBeLessThanOrEqual(100);
		expect(opening.statements.length).toBeGreaterThan(0);
	});
});
