import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { TransactionLimits } from "../../accounts/contract.ts";
import { quotaOf } from "../../accounts/plans/upload-slots.ts";
import { GIB } from "../../contract/constants.ts";
import { runPurges } from "../../platform/queue/purge.ts";
import { silentClip, silentWav } from "../../test/fixtures/clips.ts";
import { call, makeCreator, putBytes, testCtx } from "../../test/fixtures/test-app.ts";
import type { BegunUpload } from "../uploads/contract.ts";

type Creator = Awaited<ReturnType<typeof makeCreator>>;
type Bytes = Uint8Array<ArrayBuffer>;

const TRACK = silentWav(40);
const QUOTA = 2 * GIB;

async function begin(who: Creator, sizes: readonly number[], more: object = {}) {
	const files = sizes.map((size, at) => ({ name: `track ${at}.wav`, size }));
	const body = { title: "Tracks", price: "5.00", files, ...more };
	const started = await call("POST", "/api/uploads", body, who.cookies);
	expect(started.status).toBe(201);
	return started.json<BegunUpload>();
}

const put = (who: Creator, path: string, body: Bytes, token = "") =>
	putBytes(path, body, who.cookies, { "x-upload-token": token });
const pathOf = (upload: BegunUpload, file = 0) =>
	`/api/uploads/${upload.id}/files/${upload.files[file]?.id}`;
const putClip = (who: Creator, upload: BegunUpload, clip: Bytes, file = 0) =>
	put(who, `${pathOf(upload, file)}/preview?kind=clip&durationMs=40000`, clip);
const sendTrack = (who: Creator, upload: BegunUpload) =>
	put(who, `${pathOf(upload)}/parts/1`, TRACK, upload.files[0]?.token ?? "");
const complete = (who: Creator, upload: BegunUpload) =>
	call("POST", `/api/uploads/${upload.id}/complete`, undefined, who.cookies);
const abandon = (who: Creator, upload: BegunUpload) =>
	call("DELETE", `/api/uploads/${upload.id}`, undefined, who.cookies);

async function usedBy(who: Creator): Promise<number> {
	const answer = await call("GET", "/api/user/transaction-limits", undefined, who.cookies);
	return (await answer.json<TransactionLimits>()).storage.used;
}
/** Bytes of the objects of an upload's renditions, by the file part of their keys. */
async function storedOf(upload: BegunUpload): Promise<number> {
	const { objects } = await env.FILES.list({ prefix: "renditions/" });
	const own = objects.filter(({ key }) => upload.files.some((file) => key.includes(file.id)));
	return own.reduce((sum, object) => sum + object.size, 0);
}
/** Uses all of the creator's quota except `left` bytes and the track of one upload. */
const fill = (who: Creator, left: number) => begin(who, [GIB, QUOTA - GIB - TRACK.length - left]);

describe("the storage used by clips", () => {
	it("counts clips until the share is removed, also after rebuilding the quota", async () => {
		const who = await makeCreator();
		const upload = await begin(who, [TRACK.length]);
		await sendTrack(who, upload);
		expect((await putClip(who, upload, silentClip(13))).status).toBe(200);
		expect(await usedBy(who)).toBe(TRACK.length + silentClip(13).length);
		expect((await putClip(who, upload, silentClip(12))).status).toBe(200);
		expect(await storedOf(upload)).toBe(silentClip(12).length);

		expect((await complete(who, upload)).status).toBe(201);
		const kept = TRACK.length + silentClip(12).length;
		expect(await usedBy(who)).toBe(kept);
		await quotaOf(testCtx(), who.user.id).rebuild();
		expect(await usedBy(who)).toBe(kept);

		await call("DELETE", `/api/file-shares/${upload.shareId}`, undefined, who.cookies);
		await runPurges(testCtx());
		expect(await usedBy(who)).toBe(0);
		expect(await storedOf(upload)).toBe(0);
	});

	it("counts the previews that published files have, also after rebuilding the quota", async () => {
		const who = await makeCreator();
		const upload = await begin(who, [TRACK.length, TRACK.length]);
		const [first = "", second = ""] = upload.files.map((file) => file.id);
		for (const file of [0, 1])
			await put(who, `${pathOf(upload, file)}/parts/1`, TRACK, upload.files[file]?.token ?? "");
		await putClip(who, upload, silentClip(13));
		await complete(who, upload);
		const counts = async (...sizes: number[]) => {
			const sum = sizes.reduce((total, size) => total + size, 0);
			expect(await usedBy(who)).toBe(sum);
			await quotaOf(testCtx(), who.user.id).rebuild();
			expect(await usedBy(who)).toBe(sum);
		};
		const putAgain = (id: string, clip: Bytes) =>
			put(who, `/api/files/${id}/preview?kind=clip&durationMs=40000`, clip);
		await counts(2 * TRACK.length, silentClip(13).length);
		for (const id of [first, second]) await putAgain(id, silentClip(12));
		await counts(2 * TRACK.length, 2 * silentClip(12).length);

		const replaces = { file: first, keepEarlier: false };
		const files = [{ name: "track 0.wav", size: TRACK.length, replaces }];
		const another = await begin(who, [], { addTo: upload.shareId, files });
		await sendTrack(who, another);
		await complete(who, another);
		await counts(2 * TRACK.length, silentClip(12).length);

		const path = `/api/file-shares/${upload.shareId}/files/remove`;
		expect((await call("POST", path, { files: [second] }, who.cookies)).ok).toBe(true);
		await counts(TRACK.length);
	});

	// G38
	it("refuses a clip beyond the quota before storing a byte", async () => {
		const who = await makeCreator();
		const clip = silentClip(13);
		await fill(who, clip.length - 1);
		const upload = await begin(who, [TRACK.length]);
		const before = await usedBy(who);
		const refused = await putClip(who, upload, clip);
		expect(refused.status).toBe(403);
		expect(await refused.json()).toMatchObject({
			code: "storage.quota_exceeded",
			details: { used: before, limit: QUOTA, needed: clip.length },
		});
		expect(await usedBy(who)).toBe(before);
		expect(await storedOf(upload)).toBe(0);
		expect((await putClip(who, upload, silentClip(12))).status).toBe(200);
	});

	it("keeps concurrent clips within the quota", async () => {
		const who = await makeCreator();
		const clip = silentClip(13);
		await fill(who, 2 * clip.length);
		const sizes = [TRACK.length - 4, 1, 1, 1, 1];
		const upload = await begin(who, sizes);
		const answers = await Promise.all(sizes.map((_, file) => putClip(who, upload, clip, file)));
		const statuses = answers.map((answer) => answer.status);
		expect(statuses.every((status) => status === 200 || status === 403)).toBe(true);
		expect(await storedOf(upload)).toBeLessThanOrEqual(2 * clip.length);
		expect(await usedBy(who)).toBeLessThanOrEqual(QUOTA);
	});

	it("releases clips' storage when an upload is abandoned", async () => {
		const who = await makeCreator();
		const upload = await begin(who, [TRACK.length]);
		await sendTrack(who, upload);
		await complete(who, upload);
		for (const more of [{}, { addTo: upload.shareId }]) {
			const another = await begin(who, [TRACK.length], more);
			expect((await putClip(who, another, silentClip(13))).status).toBe(200);
			expect(await usedBy(who)).toBe(2 * TRACK.length + silentClip(13).length);
			await abandon(who, another);
			expect(await usedBy(who)).toBe(TRACK.length);
			expect(await storedOf(another)).toBe(0);
			expect((await putClip(who, another, silentClip(13))).status).toBe(409);
		}
	});
});
