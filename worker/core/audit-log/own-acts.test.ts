import { asc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { makeSale, makeShare } from "../../test/fixtures/sales.ts";
import { call, makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import type { AuditEntry } from "./contract.ts";
import { auditLog } from "./tables.ts";

async function actsOf(userId: string) {
	const rows = await testCtx()
		.db.select()
		.from(auditLog)
		.where(eq(auditLog.creatorId, userId))
		.orderBy(asc(auditLog.id))
		.limit(100);
	return rows.map(({ act, subjectId, details }) => [
		act,
		subjectId,
		details && JSON.parse(details),
	]);
}

it("records a price that changes, and none that stays", async () => {
	const { user, cookies } = await makeCreator();
	const share = await makeShare(user.id, { priceCents: 1000, title: "Songs" });
	const edit = (fields: object) => call("PATCH", `/api/file-shares/${share.slug}`, fields, cookies);
	for (const fields of [{ price: "10.00" }, { title: "Songs 2" }, { price: "12.50" }])
		expect((await edit(fields)).status).toBe(200);
	expect(await actsOf(user.id)).toEqual([
		["share.price_changed", share.id, { subject: "Songs 2", fromCents: 1000, toCents: 1250 }],
	]);
});

it("records a deletion once, however often it is repeated", async () => {
	const { creator, share } = await makeSale();
	const remove = () =>
		call("DELETE", `/api/file-shares/${share.slug}?buyers=keep`, undefined, creator.cookies);
	await remove();
	await remove();
	expect(await actsOf(creator.user.id)).toEqual([
		["share.deleted", share.id, { subject: share.title }],
	]);
});

it("records another Cash App handle, and not the same one again", async () => {
	const { user, cookies } = await makeCreator();
	for (const cashAppHandle of ["$first", "$first", "$second"])
		await call("POST", "/api/setup-cashapp", { cashAppHandle }, cookies);
	expect((await actsOf(user.id)).map(([act]) => act)).toEqual(
		Array(2).fill("payout.cash_app_changed"),
	);
});

it("shows an account's acts only to its creator", async () => {
	const one = await makeCreator();
	const other = await makeCreator();
	await call("POST", "/api/setup-cashapp", { cashAppHandle: "$one" }, one.cookies);
	const read = async (cookies?: Record<string, string>) =>
		call("GET", "/api/account/acts", undefined, cookies);
	const [entry] = await (await read(one.cookies)).json<AuditEntry[]>();
	expect(entry).toMatchObject({ act: "payout.cash_app_changed", by: "creator", subject: null });
	expect(await (await read(other.cookies)).json()).toEqual([]);
	expect((await read()).status).toBe(401);
});
