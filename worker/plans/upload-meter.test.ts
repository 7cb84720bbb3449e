import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { dbOf } from "../platform/db.ts";
import { randomId } from "../platform/ids.ts";
import { uploadSlots } from "./tables.ts";

const HOUR = 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 20);

function meter() {
	const creatorId = randomId();
	const stub = env.UPLOAD_METER.getByName(creatorId);
	const reserve = (uploadId = randomId(), limit = 3, now = NOW, expiresAt = now + HOUR) =>
		stub.reserve({ creatorId, uploadId, limit, now, expiresAt });
	return { creatorId, stub, reserve, used: (now = NOW) => stub.used(creatorId, now) };
}

describe("UploadMeter", () => {
	it("grants exactly the limit, however many ask at once", async () => {
		const { reserve, used } = meter();
		const answers = await Promise.all(Array.from({ length: 100 }, () => reserve()));
		expect(answers.filter((answer) => answer.granted)).toHaveLength(3);
		expect(await used()).toBe(3);
	});

	it("keeps what it granted when it is restarted", async () => {
		const { stub, reserve, used } = meter();
		await Promise.all([reserve(), reserve()]);
		await evictDurableObject(stub);
		expect(await used()).toBe(2);
		expect((await reserve()).granted).toBe(true);
		expect((await reserve()).granted).toBe(false);
	});

	it("is idempotent by upload id", async () => {
		const { stub, reserve, used, creatorId } = meter();
		const uploadId = randomId();
		await Promise.all([reserve(uploadId), reserve(uploadId), reserve(uploadId)]);
		expect(await used()).toBe(1);
		const slot = { creatorId, uploadId, month: "2026-11" };
		await stub.commit(slot);
		await stub.commit(slot);
		await stub.release(uploadId);
		expect(await used()).toBe(1);
	});

	it("gives a slot back when it is released or its lease runs out", async () => {
		const { stub, reserve, used } = meter();
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
		const { reserve, used } = meter();
		const uploadId = randomId();
		await reserve(uploadId);
		await reserve(uploadId, 3, NOW + 1, NOW + 3 * HOUR);
		expect(await used(NOW + 2 * HOUR)).toBe(1);
	});

	it("counts again from nothing in the next month (UTC)", async () => {
		const { reserve, used, stub, creatorId } = meter();
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

	it("has no limit with -1, and refuses after a downgrade", async () => {
		const { reserve } = meter();
		const answers = await Promise.all(Array.from({ length: 20 }, () => reserve(randomId(), -1)));
		expect(answers.every((answer) => answer.granted)).toBe(true);
		expect(await reserve()).toMatchObject({ granted: false, used: 20 });
	});

	it("rebuilds itself from D1", async () => {
		const { creatorId, stub, reserve, used } = meter();
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

	it("believes D1 when a commit was lost: the slot stays used by the alarm too", async () => {
		const { creatorId, stub, reserve, used } = meter();
		const published = randomId();
		const past = Date.now() - 2 * HOUR;
		await reserve(published, 3, past);
		await reserve(randomId(), 3, past);
		await dbOf(env.DB)
			.insert(uploadSlots)
			.values({
				uploadId: published,
				creatorId,
				month: new Date(past).toISOString().slice(0, 7),
				at: past,
			});
		await runDurableObjectAlarm(stub);
		expect(await used(past + 1)).toBe(1);
	});
});
