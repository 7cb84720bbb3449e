import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { files } from "../../catalogue/shares/tables.ts";
import { makeSale } from "../../test/fixtures/sales.ts";
import { request, testCtx } from "../../test/fixtures/test-app.ts";
import { fileCounts } from "./tables.ts";

const ctx = testCtx();
const CHOOSING = { choosing: { count: null, open: true } };
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

async function makeChoosing(
	fields: NonNullable<Parameters<typeof makeSale>[0]>["share"] = CHOOSING,
) {
	const sale = await makeSale({ share: fields });
	const [file] = await ctx.db.select().from(files).where(eq(files.shareId, sale.share.id));
	const id = file?.id ?? "";
	const send = (json: unknown, { headers = {}, cookies = {}, slug = sale.share.slug } = {}) =>
		request(`/api/file-shares/${slug}/counts`, {
			method: "POST",
			body: JSON.stringify(json),
			cookies,
			headers: { "content-type": "application/json", "user-agent": FIREFOX, ...headers },
		});
	const counts = async () => {
		const [row] = await ctx.db.select().from(fileCounts).where(eq(fileCounts.fileId, id));
		return row ? [row.seen, row.hearts] : null;
	};
	return { ...sale, id, send, counts };
}

describe("counts of files", () => {
	it("adds up what browsers send", async () => {
		const { id, send, counts } = await makeChoosing();
		expect((await send({ seen: [id], hearts: [] })).status).toBe(204);
		expect(await counts()).toEqual([1, 0]);
		await send({ seen: [id, id], hearts: [id] });
		expect(await counts()).toEqual([2, 1]);
	});

	it("counts files of this share only", async () => {
		const { send } = await makeChoosing();
		const other = await makeChoosing();
		expect((await send({ seen: [other.id], hearts: ["no-such-file"] })).status).toBe(204);
		expect(await other.counts()).toBeNull();
	});

	it.each<[string, Parameters<typeof makeChoosing>[0]]>([
		["sells only the whole", {}],
		["is locked", { ...CHOOSING, passwordHash: "hash", unlockHash: "unlock" }],
		["isn't open yet", { ...CHOOSING, opensAt: ctx.now() + 86_400_000 }],
		["was taken down", { ...CHOOSING, status: "taken_down" }],
	])("counts nothing of a share that %s", async (_, fields) => {
		const { id, send, counts } = await makeChoosing(fields);
		expect((await send({ seen: [id] })).status).toBe(204);
		expect(await counts()).toBeNull();
	});

	it.each([
		["asks not to be tracked", { dnt: "1" }],
		["sends Global Privacy Control", { "sec-gpc": "1" }],
		["is a bot", { "user-agent": "Googlebot/2.1" }],
	])("counts nothing of a visitor who %s", async (_, headers: Record<string, string>) => {
		const { id, send, counts } = await makeChoosing();
		await send({ seen: [id] }, { headers });
		expect(await counts()).toBeNull();
	});

	it("counts nothing of the creator, and refuses other sites", async () => {
		const { id, creator, send, counts } = await makeChoosing();
		await send({ seen: [id] }, { cookies: creator.cookies });
		expect(
			(await send({ seen: [id] }, { headers: { "sec-fetch-site": "cross-site" } })).status,
		).toBe(403);
		expect(await counts()).toBeNull();
	});
});
