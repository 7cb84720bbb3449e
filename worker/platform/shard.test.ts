import { describe, expect, it } from "vitest";
import { idField } from "../contract/fields.ts";
import { randomId } from "./ids.ts";
import { shardedId, shardOf } from "./shard.ts";

describe("an id that names its database", () => {
	it.each([0, 1, 9, 35, 36, 1295, 1296])("says %i", (shard) => {
		const id = shardedId({ id: randomId }, shard);
		expect(shardOf(id)).toBe(shard);
		expect(idField.safeParse(id).success).toBe(true);
	});

	// G1
	it("keeps 128 random bits", () => {
		const ids = Array.from({ length: 1000 }, () => shardedId({ id: randomId }, 7));
		expect(new Set(ids.map((id) => id.slice(1))).size).toBe(1000);
		for (const id of ids) expect(id).toMatch(/^7[A-Za-z0-9_-]{22}$/);
	});

	it("finds ids without a number in the first database", () => {
		expect(shardOf(randomId())).toBe(0);
	});
});
