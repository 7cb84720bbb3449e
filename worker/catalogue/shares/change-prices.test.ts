import { and, eq, inArray, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ErrorBody } from "../../contract/errors.ts";
import { auditLog } from "../../core/audit-log/tables.ts";
import { beginCard } from "../../test/fakes/provider.ts";
import { makeBuyer, makeShare } from "../../test/fixtures/sales.ts";
import { call, makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { shares } from "./tables.ts";

type Change = { share: string; from: string; to: string };
const change = (cookies: Record<string, string>, changes: Change[]) =>
	call("POST", "/api/prices", { changes }, cookies);
const refusedBy = async (response: Response) => {
	expect(response.status).toBe(409);
	const { code, details } = await response.json<ErrorBody>();
	expect(code).toBe("prices.changed");
	return details?.refused;
};

async function creatorWith(...cents: number[]) {
	const creator = await makeCreator();
	const own = await Promise.all(
		cents.map((priceCents, n) => makeShare(creator.user.id, { priceCents, title: `Share ${n}` })),
	);
	const ids = own.map(({ id }) => id);
	async function prices() {
		const rows = await testCtx().db.select().from(shares).where(inArray(shares.id, ids));
		return ids.map((id) => rows.find((row) => row.id === id)?.priceCents);
	}
	const [a, b, c] = own.map(({ slug }) => slug);
	return { ...creator, own, prices, a: a ?? "", b: b ?? "", c: c ?? "" };
}

/** Acts of one request are recorded together, without an order: sorted by their share's title. */
const actsOf = (creatorId: string) =>
	testCtx()
		.db.select()
		.from(auditLog)
		.where(and(eq(auditLog.creatorId, creatorId), eq(auditLog.act, "share.price_changed")))
		.orderBy(sql`${auditLog.details} ->> 'subject'`);

describe("changing several prices", () => {
	it("changes all that are named, records each, and can be taken back the same way", async () => {
		const { cookies, user, own, prices, a, b } = await creatorWith(1000, 2000, 3000);
		const changes = [
			{ share: a, from: "10.00", to: "11.99" },
			{ share: b, from: "20.00", to: "21.99" },
		];
		expect((await change(cookies, changes)).status).toBe(204);
		expect(await prices()).toEqual([1199, 2199, 3000]);
		const acts = await actsOf(user.id);
		expect(acts.map(({ subjectId, details }) => [subjectId, JSON.parse(details ?? "")])).toEqual([
			[own[0]?.id, { subject: "Share 0", fromCents: 1000, toCents: 1199 }],
			[own[1]?.id, { subject: "Share 1", fromCents: 2000, toCents: 2199 }],
		]);
		const back = changes.map(({ share, from, to }) => ({ share, from: to, to: from }));
		expect((await change(cookies, back)).status).toBe(204);
		expect(await prices()).toEqual([1000, 2000, 3000]);
		expect(await actsOf(user.id)).toHaveLength(4);
	});

	it("changes none when one of them has another price by now, and says which", async () => {
		const { cookies, user, prices, a, b } = await creatorWith(1000, 2000);
		await call("PATCH", `/api/file-shares/${b}`, { price: "25.00" }, cookies);
		const response = await change(cookies, [
			{ share: a, from: "10.00", to: "11.00" },
			{ share: b, from: "20.00", to: "22.00" },
		]);
		expect(await refusedBy(response)).toEqual([{ share: b, reason: "changed", price: "25.00" }]);
		expect(await prices()).toEqual([1000, 2500]);
		expect(await actsOf(user.id)).toHaveLength(1);
	});

	it("gives one of two that are sent at once; the other one is refused as a whole", async () => {
		const { cookies, prices, a, b } = await creatorWith(1000, 2000);
		const answers = await Promise.all(
			["11.00", "12.00", "13.00"].map((to) =>
				change(cookies, [
					{ share: a, from: "10.00", to },
					{ share: b, from: "20.00", to },
				]),
			),
		);
		expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409]);
		const [first, second] = await prices();
		expect(first).toBe(second);
	});

	it("refuses free shares, a minimum above the suggestion, and what is deleted", async () => {
		const { cookies, user, prices, a, b, c } = await creatorWith(1000, 2000, 3000);
		const set = (slug: string, fields: Partial<typeof shares.$inferInsert>) =>
			testCtx().db.update(shares).set(fields).where(eq(shares.slug, slug));
		await set(a, { pricing: "free", priceCents: 0 });
		await set(b, { pricing: "chosen", suggestedCents: 2100 });
		await set(c, { status: "deleted" });
		const response = await change(cookies, [
			{ share: a, from: "0", to: "5.00" },
			{ share: b, from: "20.00", to: "22.00" },
			{ share: c, from: "30.00", to: "33.00" },
		]);
		expect(await refusedBy(response)).toEqual([
			{ share: a, reason: "free", price: "0.00" },
			{ share: b, reason: "above_suggestion", price: "20.00" },
			{ share: c, reason: "gone", price: null },
		]);
		expect(await prices()).toEqual([0, 2000, 3000]);
		expect(await actsOf(user.id)).toEqual([]);
		expect((await change(cookies, [{ share: b, from: "20.00", to: "21.00" }])).status).toBe(204);
	});

	it("refuses prices of nothing, too many, and a share that is named twice", async () => {
		const { cookies, prices, a } = await creatorWith(1000);
		const one = { share: a, from: "10.00", to: "11.00" };
		for (const changes of [
			[],
			[{ ...one, to: "0" }],
			[{ ...one, to: "-1.00" }],
			[{ ...one, to: "1000000.00" }],
			[one, { ...one, to: "12.00" }],
			Array.from({ length: 201 }, (_, n) => ({ ...one, share: `share-number-${n}` })),
		])
			expect((await change(cookies, changes)).status).toBe(400);
		expect(await prices()).toEqual([1000]);
	});

	it("changes no price of another creator, nor anything when one of theirs is among them", async () => {
		const mine = await creatorWith(1000);
		const theirs = await creatorWith(1000);
		const response = await change(mine.cookies, [
			{ share: mine.a, from: "10.00", to: "11.00" },
			{ share: theirs.a, from: "10.00", to: "0.01" },
		]);
		expect(await refusedBy(response)).toEqual([{ share: theirs.a, reason: "gone", price: null }]);
		expect(await mine.prices()).toEqual([1000]);
		expect(await theirs.prices()).toEqual([1000]);
		expect(await actsOf(theirs.user.id)).toEqual([]);
	});

	it("leaves the quote to a buyer who has begun to pay", async () => {
		const { cookies, a } = await creatorWith(1000);
		const buyer = await makeBuyer();
		const before = await beginCard(a, buyer.cookies);
		await change(cookies, [{ share: a, from: "10.00", to: "15.00" }]);
		const again = await beginCard(a, buyer.cookies);
		expect(again.amount).toBe(before.amount);
		expect((await beginCard(a)).amount).toBe(1500);
	});
});
