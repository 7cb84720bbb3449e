import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { eraseShare } from "../../catalogue/shares/erase-share.ts";
import { allFiles, type shares } from "../../catalogue/shares/tables.ts";
import { randomId } from "../../platform/ids.ts";
import { codeOf } from "../../test/fixtures/restrictions.ts";
import { mailsTo } from "../../test/fixtures/sale-helpers.ts";
import { makeShare } from "../../test/fixtures/sales.ts";
import { call, cookiesOf, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import type { Choices, OwnChoice } from "./contract.ts";
import { choices, choosers } from "./tables.ts";

const ctx = testCtx();
const OPEN = { count: 2, open: true };

/** A share of three pictures that asks for two. */
async function round(fields: Partial<typeof shares.$inferInsert> = {}) {
	const creator = await makeCreator({ emailVerifiedAt: 1 });
	const share = await makeShare(creator.user.id, { choosing: OPEN, fileCount: 3, ...fields });
	const [first] = await ctx.db.select().from(allFiles).where(eq(allFiles.shareId, share.id));
	if (!first) throw new Error("the share has no file");
	const others = [1, 2].map((position) => ({
		...first,
		id: randomId(),
		position,
		objectKey: randomId(),
	}));
	await ctx.db.insert(allFiles).values(others);
	return {
		creator,
		share,
		files: [first, ...others].map(({ id }) => id) as [string, string, string],
	};
}
type Round = Awaited<ReturnType<typeof round>>;

const chosen = (...ids: string[]) => ids.map((id) => ({ id, chosen: true }));
const file = (id: string, comment: string | null = null) => ({ id, chosen: true, comment });

const save = (
	{ share }: Pick<Round, "share">,
	body: { name?: string; files: object[]; send?: boolean },
	cookies: Record<string, string> = {},
) => call("PUT", `/api/file-shares/${share.slug}/choice`, { name: "Anna", ...body }, cookies);

/** Returns the cookies of a new client who has chosen. */
async function client(of: Round, name: string, files: object[], send = false) {
	const response = await save(of, { name, files, send });
	expect(response.status).toBe(200);
	return cookiesOf(response);
}

const own = async ({ share }: Round, cookies: Record<string, string>): Promise<OwnChoice> =>
	(await request(`/api/file-shares/${share.slug}/choice`, { cookies })).json();
const seen = async ({ share, creator }: Round): Promise<Choices> =>
	(await request(`/api/file-shares/${share.slug}/choices`, { cookies: creator.cookies })).json();
const mailed = async ({ creator }: Round) =>
	(await mailsTo(creator.user.email)).map(({ subject }) => subject);

describe("choosing", () => {
	it("keeps each client's choice apart, and replaces it whole", async () => {
		const of = await round();
		const [a, b, c] = of.files;
		expect(await own(of, {})).toEqual({ choice: null });
		const anna = await client(of, "Anna", chosen(a, b));
		const ben = await client(of, "Ben", [{ id: c, chosen: false, comment: "Crop it?" }]);
		await save(of, { files: [{ id: b, chosen: true, comment: " Wider,\u0000 please " }] }, anna);
		expect(await own(of, anna)).toEqual({
			choice: { name: "Anna", sentAt: null, files: [file(b, "Wider, please")] },
		});
		expect(await seen(of)).toMatchObject({
			choosing: OPEN,
			clients: [
				{ name: "Anna", sentAt: null, files: [file(b, "Wider, please")] },
				{ name: "Ben", sentAt: null, files: [{ id: c, chosen: false, comment: "Crop it?" }] },
			],
		});
		expect((await own(of, ben)).choice?.name).toBe("Ben");
	});

	it("mails the creator once for each sending", async () => {
		const of = await round();
		const [a, b] = of.files;
		const anna = await client(of, "Anna", chosen(a));
		const send = (...ids: string[]) => save(of, { files: chosen(...ids), send: true }, anna);
		await Promise.all([send(a), send(a)]);
		await send(a);
		expect(await mailed(of)).toEqual(["Anna has chosen 1 of 2"]);
		await save(of, { files: chosen(a) }, anna);
		expect((await own(of, anna)).choice?.sentAt).not.toBeNull();
		await save(of, { files: chosen(b, a) }, anna);
		expect((await own(of, anna)).choice?.sentAt).toBeNull();
		await send(a, b);
		expect(await mailed(of)).toEqual(["Anna has chosen 1 of 2", "Anna has chosen 2 of 2"]);
	});

	it("mails the creator about all clients of a busy hour", async () => {
		const of = await round();
		const names = Array.from("ABCDEFGH");
		for (const name of names) await client(of, name, chosen(of.files[0]), true);
		const subjects = names.map((name) => `${name} has chosen 1 of 2`);
		expect((await mailed(of)).toSorted()).toEqual(subjects);
	});

	it("sends more than were asked for only where the others can be bought", async () => {
		const singles = { fileCents: 500, packages: [], included: 2, web: null };
		for (const [fields, code] of [
			[{}, "share.changed"],
			[{ singles }, undefined],
			[{ choosing: { count: null, open: true } }, undefined],
		] as const) {
			const of = await round(fields);
			const response = await save(of, { files: chosen(...of.files), send: true });
			expect(response.ok ? undefined : await codeOf(response)).toBe(code);
		}
	});

	it.each([
		["a share that doesn't ask", { choosing: null }, "share.changed"],
		["a closed round", { choosing: { count: 2, open: false } }, "share.changed"],
		["a share with a password", { passwordHash: "hash" }, "share.locked"],
		["a share that opens later", { opensAt: Date.now() + 60_000 }, "share.not_open"],
		["a share that was taken down", { status: "taken_down" }, "share.taken_down"],
	] as const)("refuses %s", async (_, fields, code) => {
		const of = await round(fields);
		expect(await codeOf(await save(of, { files: chosen(of.files[0]) }))).toBe(code);
	});

	it.each([
		["no name", { name: " \u202e" }],
		["a long name", { name: "x".repeat(81) }],
		["a long comment", { files: [{ id: "12345678", chosen: true, comment: "x".repeat(501) }] }],
	])("refuses %s", async (_, body) => {
		expect(await codeOf(await save(await round(), { files: [], ...body }))).toBe("request.invalid");
	});

	it("follows files to newer versions, and drops those of other shares", async () => {
		const of = await round();
		const other = await round();
		const [a, b] = of.files;
		const anna = await client(of, "Anna", chosen(a, b, other.files[0]));
		const [old] = await ctx.db.select().from(allFiles).where(eq(allFiles.id, a));
		if (!old) throw new Error("the file is gone");
		const id = randomId();
		await ctx.db.batch([
			ctx.db
				.update(allFiles)
				.set({ state: "earlier", replacedBy: id, replacedAt: 1, kept: true })
				.where(eq(allFiles.id, a)),
			ctx.db.insert(allFiles).values({ ...old, id, objectKey: randomId(), version: 2 }),
			ctx.db.delete(allFiles).where(eq(allFiles.id, b)),
		]);
		expect((await own(of, anna)).choice?.files).toEqual([file(id)]);
		await save(of, { files: chosen(a), send: true }, anna);
		expect((await seen(of)).clients[0]?.files).toEqual([file(id)]);
		expect(await mailed(of)).toEqual(["Anna has chosen 1 of 2"]);
	});

	it("shows choices to the share's creator alone, as CSV too, and deletes one", async () => {
		const of = await round();
		await client(of, "=Anna", [{ ...file(of.files[0]), comment: 'So "warm"' }]);
		await client(of, "Ben", chosen(of.files[1]));
		const other = await makeCreator();
		const path = `/api/file-shares/${of.share.slug}/choices`;
		for (const address of [path, `${path}.csv`])
			expect(await codeOf(await request(address, { cookies: other.cookies }))).toBe(
				"share.not_found",
			);
		const table = await request(`${path}.csv`, { cookies: of.creator.cookies });
		expect((await table.text()).split("\r\n").slice(0, 2)).toEqual([
			'"Client","Sent","File","Folder","Chosen","Comment"',
			`"'=Anna",,"sunset.txt","Main Files","yes","So ""warm"""`,
		]);
		const id = (await seen(of)).clients[0]?.id;
		await call("DELETE", `${path}/${id}`, undefined, other.cookies);
		expect((await seen(of)).clients).toHaveLength(2);
		await call("DELETE", `${path}/${id}`, undefined, of.creator.cookies);
		expect((await seen(of)).clients.map(({ name }) => name)).toEqual(["Ben"]);
	});

	it("goes when its share is erased", async () => {
		const of = await round();
		await client(of, "Anna", chosen(of.files[0]));
		const [row] = await ctx.db.select().from(choosers).where(eq(choosers.shareId, of.share.id));
		await eraseShare(ctx, of.share.id);
		expect(await ctx.db.$count(choosers, eq(choosers.shareId, of.share.id))).toBe(0);
		expect(await ctx.db.$count(choices, eq(choices.chooserId, row?.id ?? ""))).toBe(0);
	});
});
