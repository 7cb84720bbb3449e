import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { PART_SIZE } from "../../contract/constants.ts";
import { UPLOAD_IDLE_MS } from "../../contract/retention.ts";
import { advanceClock } from "../../test/fakes/clock.ts";
import { text } from "../../test/fixtures/sample-files.ts";
import { call } from "../../test/fixtures/test-app.ts";
import {
	BIG,
	begun,
	code,
	complete,
	creator,
	freshCreator,
	objectsOf,
	put,
	resume,
	rowOf,
	SMALL,
	sendAll,
	sessionOf,
	TWO,
	used,
} from "../../test/fixtures/upload-helpers.ts";

beforeEach(freshCreator);

const HOUR = 60 * 60 * 1000;

describe("abandoning, publishing and expiring an upload", () => {
	it("removes objects and rows and frees the slot of an abandoned upload", async () => {
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

	// G36
	it("leaves immutable bytes once it is published", async () => {
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

	it("abandons the upload by alarm after a day without activity", async () => {
		const upload = await begun(TWO);
		await put(upload, 1, 1, SMALL);
		const { id } = (await rowOf(upload.shareId))!;
		await advanceClock(sessionOf(upload), UPLOAD_IDLE_MS - HOUR);
		await runDurableObjectAlarm(sessionOf(upload));
		expect((await resume(upload)).state).toBe("open");
		// Resuming counts as activity, so a new day begins.
		await advanceClock(sessionOf(upload), 2 * UPLOAD_IDLE_MS - 2 * HOUR);
		await runDurableObjectAlarm(sessionOf(upload));
		expect((await resume(upload)).state).toBe("open");
		await advanceClock(sessionOf(upload), 3 * UPLOAD_IDLE_MS);
		await runDurableObjectAlarm(sessionOf(upload));
		expect(await rowOf(upload.shareId)).toBeUndefined();
		expect((await env.FILES.list({ prefix: `originals/${id}/` })).objects).toEqual([]);
		expect(await used()).toBe(0);
		const list = await call("GET", "/api/uploads", undefined, creator.cookies);
		expect(await list.json()).toEqual([]);
	});

	it("keeps the upload while uploads are paused, and for a day after the alarm", async () => {
		const upload = await begun(TWO);
		await put(upload, 1, 1, SMALL);
		const setPaused = (PAUSE_UPLOADS: string) =>
			runInDurableObject(sessionOf(upload), (object) => {
				Object.assign(object, { env: { ...env, PAUSE_UPLOADS } });
			});
		await setPaused("true");
		await advanceClock(sessionOf(upload), 2 * UPLOAD_IDLE_MS);
		await runDurableObjectAlarm(sessionOf(upload));
		expect((await rowOf(upload.shareId))?.status).toBe("uploading");
		await setPaused("");
		await advanceClock(sessionOf(upload), 3 * UPLOAD_IDLE_MS - HOUR);
		await runDurableObjectAlarm(sessionOf(upload));
		expect((await rowOf(upload.shareId))?.status).toBe("uploading");
		await advanceClock(sessionOf(upload), 3 * UPLOAD_IDLE_MS);
		await runDurableObjectAlarm(sessionOf(upload));
		expect(await rowOf(upload.shareId)).toBeUndefined();
	});

	it("abandons the upload when its share is deleted", async () => {
		const upload = await begun(TWO);
		await sendAll(upload);
		await call("DELETE", `/api/file-shares/${upload.shareId}`, undefined, creator.cookies);
		expect(await code(await complete(upload))).toBe("upload.not_open");
		expect(await used()).toBe(0);
		expect(await objectsOf(upload.shareId)).toEqual([]);
	});
});
