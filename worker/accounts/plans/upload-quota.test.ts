import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { randomId } from "../../platform/ids.ts";
import { dbOf } from "../../platform/storage/db.ts";
import { advanceClock } from "../../test/fakes/clock.ts";
import { testCtx } from "../../test/fixtures/test-app.ts";
import { storedUploads, uploadSlots } from "./tables.ts";
import { releaseStorageQuota } from "./upload-slots.ts";

const HOUR = 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 20);

function quota() {
	const creatorId = randomId();
	const stub = env.UPLOAD_QUOTA.getByName(creatorId);
	const reserve = (uploadId = randomId(), limit = 3, now = NOW, expiresAt = now + HOUR) =>
		stub.reserve({ creatorId, uploadId, limit, now, expiresAt, bytes: 0, quota: 0 });
	/** unlimited uploads, and a storage quota of 100 bytes */
	const keep = (bytes: number, uploadId = randomId(), now = NOW, expiresAt = now + HOUR) =>
		stub.reserve({ creatorId, uploadId, limit: -1, now, expiresAt, bytes, quota: 100 });
	/** the steps of publishing: the record in D1, then the commit */
	const publish = async (uploadId: string, bytes: number, shareId = randomId()) => {
		await dbOf(env.DB).insert(storedUploads).values({ uploadId, creatorId, shareId, bytes });
		await stub.commit({ creatorId, uploadId, month: "2026-11" });
		return shareId;
	};
	return {
		creatorId,
		stub,
		reserve,
		keep,
		publish,
		used: (now = NOW) => stub.used(creatorId, now),
		stored: (now = NOW) => stub.stored(creatorId, now),
	};
}

describe("UploadQuota", () => {
	// G37
	it("grants exactly the limit to any number of concurrent calls", async () => {
		const { reserve, used } = quota();
		const responses = await Promise.all(Array.from({ length: 100 }, () => reserve()));
		expect(responses.filter((response) => response.granted)).toHaveLength(3);
		expect(await used()).toBe(3);
	});

	// G37
	it("keeps granted slots after a restart", async () => {
		const { stub, reserve, used } = quota();
		await Promise.all([reserve(), reserve()]);
		await evictDurableObject(stub);
		expect(await used()).toBe(2);
		expect((await reserve()).granted).toBe(true);
		expect((await reserve()).granted).toBe(false);
	});

	it("counts an upload once", async () => {
		const { stub, reserve, used, creatorId } = quota();
		const uploadId = randomId();
		await Promise.all([reserve(uploadId), reserve(uploadId), reserve(uploadId)]);
		expect(await used()).toBe(1);
		const slot = { creatorId, uploadId, month: "2026-11" };
		await stub.commit(slot);
		await stub.commit(slot);
		await stub.release(uploadId);
		expect(await used()).toBe(1);
	});

	// G39
	it("frees a slot when it is released or its lease expires", async () => {
		const { stub, reserve, used } = quota();
		const first = randomId();
		await reserve(first);
		await stub.release(first);
		expect(await used()).toBe(0);
		await Promise.all([reserve(), reserve(), reserve()]);
		expect((await reserve(randomId(), 3, NOW + HOUR - 1)).granted).toBe(false);
		expect((await reserve(randomId(), 3, NOW + HOUR)).granted).toBe(true);
		expect(await used(NOW + HOUR)).toBe(1);
	});

	it("renews a lease", async () => {
		const { reserve, used } = quota();
		const uploadId = randomId();
		await reserve(uploadId);
		await reserve(uploadId, 3, NOW + 1, NOW + 3 * HOUR);
		expect(await used(NOW + 2 * HOUR)).toBe(1);
	});

	it("starts from zero in the next month (UTC)", async () => {
		const { reserve, used, stub, creatorId } = quota();
		const end = Date.UTC(2026, 11, 1) - 1;
		for (let i = 0; i < 3; i++) {
			const uploadId = randomId();
			const { month } = await reserve(uploadId, 3, end);
			await stub.commit({ creatorId, uploadId, month });
		}
		expect((await reserve(randomId(), 3, end)).granted).toBe(false);
		expect(await used(end + 1)).toBe(0);
		expect((await reserve(randomId(), 3, end + 1)).granted).toBe(true);
	});

	it("sets no limit with -1, and refuses uploads after a downgrade", async () => {
		const { reserve } = quota();
		const responses = await Promise.all(Array.from({ length: 20 }, () => reserve(randomId(), -1)));
		expect(responses.every((response) => response.granted)).toBe(true);
		expect(await reserve()).toMatchObject({ granted: false, used: 20 });
	});

	it("rebuilds used slots from D1", async () => {
		const { creatorId, stub, reserve, used } = quota();
		const db = dbOf(env.DB);
		await db.insert(uploadSlots).values([
			{ uploadId: randomId(), creatorId, month: "2026-11", at: NOW },
			{ uploadId: randomId(), creatorId, month: "2026-10", at: NOW },
		]);
		expect(await used()).toBe(1);
		await reserve();
		await stub.rebuild();
		expect(await used()).toBe(1);
	});

	it("trusts D1 when a commit was lost: the alarm does not free the slot", async () => {
		const { creatorId, stub, reserve, used } = quota();
		const published = randomId();
		const now = Date.now();
		const { month } = await reserve(published, 3, now);
		await reserve(randomId(), 3, now);
		await dbOf(env.DB)
			.insert(uploadSlots)
			.values({ uploadId: published, creatorId, month, at: now });
		await reserve(randomId(), 3, now, now + 3 * HOUR);
		await advanceClock(stub, 2 * HOUR);
		await runDurableObjectAlarm(stub);
		expect(await used(now)).toBe(2);
		// The alarm is set again for the remaining lease.
		await advanceClock(stub, 4 * HOUR);
		expect(await runDurableObjectAlarm(stub)).toBe(true);
		expect(await used(now)).toBe(1);
	});
});

describe("UploadQuota's storage", () => {
	// G38
	it("never exceeds the quota under any number of concurrent calls", async () => {
		const { keep, stored } = quota();
		const responses = await Promise.all(Array.from({ length: 100 }, () => keep(30)));
		expect(responses.filter((response) => response.granted)).toHaveLength(3);
		expect(await stored()).toBe(90);
		expect(await keep(11)).toMatchObject({ granted: false, refused: "storage", stored: 90 });
		expect((await keep(10)).granted).toBe(true);
		expect((await keep(0)).granted).toBe(true);
		expect(await stored()).toBe(100);
	});

	it("uses no slot for an upload whose bytes exceed the quota", async () => {
		const { keep, used } = quota();
		await keep(101);
		expect(await used()).toBe(0);
	});

	it("counts a repetition once, with the largest requested size, and refuses more than the quota", async () => {
		const { keep, stored } = quota();
		const uploadId = randomId();
		await Promise.all([keep(20, uploadId), keep(20, uploadId), keep(60, uploadId)]);
		expect(await stored()).toBe(60);
		expect((await keep(40)).granted).toBe(true);
		expect(await keep(61, uploadId)).toMatchObject({ granted: false, refused: "storage" });
		expect((await keep(60, uploadId)).granted).toBe(true);
		expect(await stored()).toBe(100);
	});

	it("frees bytes when an upload is released or its lease expires", async () => {
		const { stub, keep, stored } = quota();
		const first = randomId();
		await keep(70, first);
		await stub.release(first);
		expect(await stored()).toBe(0);
		await keep(100);
		expect((await keep(1, randomId(), NOW + HOUR - 1)).granted).toBe(false);
		expect((await keep(100, randomId(), NOW + HOUR)).granted).toBe(true);
	});

	it("keeps published uploads, with the size of their record, after a restart and in later months", async () => {
		const { stub, keep, publish, stored } = quota();
		const uploadId = randomId();
		await keep(90, uploadId);
		await publish(uploadId, 60);
		expect(await stored()).toBe(60);
		// Repeats the first call, which arrives late.
		await keep(90, uploadId);
		expect(await stored()).toBe(60);
		await stub.release(uploadId);
		await evictDurableObject(stub);
		expect(await stored(NOW + 90 * 24 * HOUR)).toBe(60);
		expect((await keep(41)).granted).toBe(false);
	});

	it("frees a share's bytes once, with all uploads that added to it", async () => {
		const { creatorId, stub, keep, publish, stored } = quota();
		const [one, two, other] = [randomId(), randomId(), randomId()];
		for (const uploadId of [one, two, other]) await keep(30, uploadId);
		const shareId = await publish(one, 30);
		await publish(two, 30, shareId);
		await publish(other, 30);
		const ctx = testCtx({ now: () => NOW });
		await Promise.all([1, 2].map(() => releaseStorageQuota(ctx, { creatorId, shareId })));
		expect(await stored()).toBe(30);
		await stub.rebuild();
		expect(await stored()).toBe(30);
	});

	it("counts removed files before it refuses, except those of a deleted share", async () => {
		const { creatorId, keep, publish, stub, stored } = quota();
		const [uploadId, other] = [randomId(), randomId()];
		await keep(40, uploadId);
		const shareId = await publish(uploadId, 40);
		await keep(60, other);
		const gone = await publish(other, 60);
		await stub.releaseStorage(creatorId, gone, NOW);
		const removed = (id: string, bytes: number) => ({
			uploadId: `removed:${randomId()}`,
			creatorId,
			shareId: id,
			bytes,
		});
		await dbOf(env.DB)
			.insert(storedUploads)
			.values([removed(shareId, -30), removed(gone, -60)]);
		expect((await keep(60)).granted).toBe(true);
		expect(await stored()).toBe(100);
		expect(await keep(31)).toMatchObject({ refused: "storage", stored: 70 });
		expect((await keep(30)).granted).toBe(true);
	});

	it("frees the bytes of an upload whose share was deleted while it was published", async () => {
		const { creatorId, stub, keep, stored, used } = quota();
		const uploadId = randomId();
		await keep(50, uploadId);
		await stub.commit({ creatorId, uploadId, month: "2026-11" });
		expect(await stored()).toBe(0);
		expect(await used()).toBe(1);
	});

	it("rebuilds bytes from D1, and trusts D1 if a commit or a release was wrong", async () => {
		const { creatorId, stub, keep, stored } = quota();
		const uploadId = randomId();
		await keep(40, uploadId);
		const shareId = randomId();
		await dbOf(env.DB).insert(storedUploads).values({ uploadId, creatorId, shareId, bytes: 40 });
		await stub.release(uploadId);
		expect(await stored()).toBe(40);
		await stub.rebuild();
		expect(await stored()).toBe(40);
		expect((await keep(61)).granted).toBe(false);
	});
});
