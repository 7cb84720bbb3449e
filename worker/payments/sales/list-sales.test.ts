import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { SCOPES } from "../../accounts/access-tokens/contract.ts";
import { allFiles } from "../../catalogue/shares/tables.ts";
import type { ErrorBody } from "../../contract/errors.ts";
import type { Receipt } from "../../customers/receipts/contract.ts";
import { ALL_FILES, purchaseLines } from "../../purchases/entitlements/tables.ts";
import { recordStatements } from "../../test/checks/query-plans.ts";
import { callWithToken, storeToken } from "../../test/fixtures/access-tokens.ts";
import { salesOf } from "../../test/fixtures/sale-helpers.ts";
import { makeBuyer, makePurchase, makeSale, makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import type { Sale, SalePage } from "./contract/sales.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const HOUR_MS = 60 * 60 * 1000;

async function seller() {
	const creator = await makeCreator();
	const share = await makeShare(creator.user.id, { title: "Sunset set" });
	const buyer = await makeBuyer();
	const sell = (fields: Parameters<typeof makePurchase>[2] = {}, of = share) =>
		makePurchase(of, buyer.id, fields);
	const get = (query = "") => request(`/api/sales${query}`, { cookies: creator.cookies });
	const page = async (query = ""): Promise<SalePage> => {
		const response = await get(query);
		expect(response.status).toBe(200);
		return response.json();
	};
	const idsOf = async (query = "") => (await page(query)).sales.map(({ id }) => id);
	return { creator, share, buyer, sell, get, page, idsOf };
}

describe("the list of sales", () => {
	it("lists the sales of all shares, newest first", async () => {
		const { creator, share, buyer, sell, page } = await seller();
		const other = await makeShare(creator.user.id, { title: "Dawn" });
		const first = await sell({ paidAt: NOON });
		const second = await sell({ paidAt: NOON + HOUR_MS, state: "refunded" }, other);
		const third = await sell({ paidAt: NOON + 2 * HOUR_MS, state: "disputed", buyerEmail: null });
		await sell({ state: "started", paidAt: null });
		await sell({ state: "refunded", autoRefundReason: "sold_out" });
		await sell({ state: "declined", route: "direct", paidAt: null });
		const { sales, next } = await page();
		expect(next).toBeNull();
		expect(sales).toMatchObject([
			{ id: third.id, shareId: share.slug, title: "Sunset set", where: "balance" },
			{ id: second.id, shareId: other.slug, title: "Dawn", where: "returned" },
			{ id: first.id, shareId: share.slug, title: "Sunset set", reference: first.reference },
		]);
		const ofShare = ({ shareId }: Sale) => shareId === share.slug;
		expect(sales.filter(ofShare)).toEqual(await salesOf(creator, share));
		const receipt = await request(`/api/receipts/${first.id}`, { cookies: buyer.cookies });
		expect(((await receipt.json()) as Receipt).reference).toBe(first.reference);
	});

	it("names the files of a sale of single ones", async () => {
		const { creator, share, sell, page } = await seller();
		const { db } = testCtx();
		const [file] = await db.select().from(allFiles).where(eq(allFiles.shareId, share.id));
		const fileId = file?.id ?? "";
		await sell();
		const { id: purchaseId } = await sell({ ofLines: true, paidAt: NOON });
		await db.insert(purchaseLines).values([
			{ purchaseId, fileId, edition: "full", cents: 700, refundedAt: NOON },
			{ purchaseId, fileId: ALL_FILES, edition: "web", cents: 300 },
		]);
		const { sales } = await page();
		expect(sales.find(({ id }) => id === purchaseId)?.lines).toEqual([
			{ file: ALL_FILES, name: null, edition: "web", price: "3.00", refundedAt: null },
			{
				file: fileId,
				name: "sunset.txt",
				edition: "full",
				price: "7.00",
				refundedAt: "2026-05-01T12:00:00.000Z",
			},
		]);
		expect(sales.map(({ lines }) => lines === undefined).toSorted()).toEqual([false, true]);
		const csv = await request("/api/sales.csv", { cookies: creator.cookies });
		expect(await csv.text()).toContain('"All pictures (web size); sunset.txt (refunded)"');
	});

	it("lists the same sales for a session and a token", async () => {
		const { creator, sell, page } = await seller();
		await sell();
		const { token } = await storeToken(creator.user.id, ["sales:read"]);
		const response = await callWithToken(token, "GET", "/api/v1/sales");
		expect(await response.json()).toEqual(await page());
	});

	it("filters sales by share and time", async () => {
		const { creator, share, sell, idsOf } = await seller();
		const other = await makeShare(creator.user.id);
		const at = (hours: number) => NOON + hours * HOUR_MS;
		const first = await sell({ paidAt: at(0) });
		const second = await sell({ paidAt: at(1) }, other);
		const third = await sell({ paidAt: at(2) });
		const [from, until] = [1, 2].map((hours) => new Date(at(hours)).toISOString());
		expect(await idsOf(`?from=${from}`)).toEqual([third.id, second.id]);
		expect(await idsOf(`?until=${until}`)).toEqual([second.id, first.id]);
		expect(await idsOf(`?from=${from}&until=${until}`)).toEqual([second.id]);
		expect(await idsOf(`?shareId=${share.slug}`)).toEqual([third.id, first.id]);
		expect(await idsOf(`?shareId=${share.slug}&from=${from}&after=${third.id}`)).toEqual([]);
		expect(await idsOf(`?shareId=${share.slug}&after=${third.id}`)).toEqual([first.id]);
	});

	it("filters sales by state and buyer, limits them, and shows each", async () => {
		const { sell, idsOf, page, get, creator } = await seller();
		const paid = await sell({ paidAt: NOON, buyerEmail: "Kim@example.test" });
		const refunded = await sell({ paidAt: NOON + 1, state: "refunded", refundedCents: 1000 });
		const lost = await sell({
			paidAt: NOON + 2,
			state: "refunded",
			buyerEmail: "kim@example.test",
		});
		const partly = await sell({ paidAt: NOON - 1, refundedCents: 500 });
		expect(await idsOf("?state=paid")).toEqual([paid.id, partly.id]);
		expect(await idsOf("?state=partly_refunded")).toEqual([partly.id]);
		expect(await idsOf("?state=refunded")).toEqual([refunded.id]);
		expect(await idsOf("?state=lost")).toEqual([lost.id]);
		expect(await idsOf("?buyer=KIM@example.test")).toEqual([lost.id, paid.id]);
		expect(await page("?limit=2")).toMatchObject({ next: refunded.id });
		const { cookies } = creator;
		const one = await request(`/api/sales/${lost.id}`, { cookies });
		expect(await one.json()).toEqual((await page("?state=lost")).sales[0]);
		for (const query of ["limit=0", "limit=201", "state=gone"])
			expect((await get(`?${query}`)).status).toBe(400);
		const theirs = await makeSale();
		const unknown = await request(`/api/sales/${theirs.purchase.id}`, { cookies });
		expect(await unknown.json()).toMatchObject({ code: "purchase.not_found" });
	});

	it("exports the selected sales only", async () => {
		const { creator, sell } = await seller();
		const other = await makeShare(creator.user.id);
		await sell({ paidAt: NOON, buyerEmail: "whole@example.test" });
		await sell({ paidAt: NOON, buyerEmail: "partly@example.test", refundedCents: 500 });
		await sell({ paidAt: NOON, buyerEmail: "other@example.test" }, other);
		const buyersOf = async (query: string) => {
			const response = await request(`/api/sales.csv${query}`, { cookies: creator.cookies });
			return ((await response.text()).match(/\w+@example\.test/g) ?? []).sort();
		};
		expect(await buyersOf("")).toEqual([
			"other@example.test",
			"partly@example.test",
			"whole@example.test",
		]);
		expect(await buyersOf(`?shareId=${other.slug}`)).toEqual(["other@example.test"]);
		expect(await buyersOf("?state=partly_refunded")).toEqual(["partly@example.test"]);
		const theirs = await makeSale();
		const refused = await request(`/api/sales.csv?shareId=${theirs.share.slug}`, {
			cookies: creator.cookies,
		});
		expect(refused.status).toBe(404);
	});

	it("pages through sales of the same time without loss", async () => {
		const { share, sell, page } = await seller();
		const made: string[] = [];
		for (let n = 0; n < 110; n++)
			made.push((await sell({ paidAt: NOON + (n < 5 ? HOUR_MS : 0) })).id);
		const expected = [...made.slice(0, 5).sort().reverse(), ...made.slice(5).sort().reverse()];
		for (const filter of ["?", `?shareId=${share.slug}&`]) {
			const listed: string[][] = [];
			for (let after: string | null = ""; after !== null; ) {
				const { sales, next }: SalePage = await page(after ? `${filter}after=${after}` : filter);
				listed.push(sales.map(({ id }) => id));
				after = next;
				// New sales come before the pages that are still to be read.
				if (listed.length === 1) await sell({ paidAt: NOON + 2 * HOUR_MS, state: "disputed" });
			}
			expect(listed.map(({ length }) => length).slice(0, 2)).toEqual([50, 50]);
			expect(listed.flat().filter((id) => made.includes(id))).toEqual(expected);
		}
	});

	it("links to the next page of a share's sales", async () => {
		const { creator, share, sell, idsOf } = await seller();
		for (let n = 0; n < 120; n++) await sell({ paidAt: NOON + n });
		const { cookies } = creator;
		const found: string[] = [];
		const start = `/api/file-shares/${share.slug}/sales`;
		for (let address: string | undefined = start; address; ) {
			const response: Response = await request(address, { cookies });
			const page = await response.json<Sale[]>();
			expect(page.length).toBeLessThanOrEqual(50);
			found.push(...page.map(({ id }) => id));
			address = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
		}
		expect(found).toHaveLength(120);
		expect(found.slice(0, 50)).toEqual(await idsOf());
		const other = await seller();
		const { id } = await other.sell();
		const refused = await request(`${start}?after=${id}`, { cookies });
		expect(refused.status).toBe(400);
		expect(await refused.json()).toMatchObject({ fields: { after: expect.any(String) } });
		expect((await request(start, { cookies: other.creator.cookies })).status).toBe(404);
	});

	it("goes on after a sale that was returned since it was read", async () => {
		const { sell, page, idsOf } = await seller();
		const older = await sell({ paidAt: NOON });
		const cursor = await sell({ paidAt: NOON, autoRefundReason: "blocked", state: "refunded" });
		const rest = cursor.id > older.id ? [older.id] : [];
		expect(await idsOf(`?after=${cursor.id}`)).toEqual(rest);
		expect((await page()).sales).toHaveLength(1);
	});

	it("ends exactly with a full page", async () => {
		const { sell, page } = await seller();
		for (let n = 0; n < 50; n++) await sell();
		expect(await page()).toMatchObject({ sales: { length: 50 }, next: null });
	});

	it("refuses parameters that it can't read, each at its field", async () => {
		const { get, sell } = await seller();
		const attempt = await sell({ state: "started", paidAt: null });
		for (const [query, field, message] of [
			["from=yesterday", "from", /^Enter a date and a time/],
			["until=2026-05-01", "until", /^Enter a date and a time/],
			["shareId=%20", "shareId", /^This isn't a valid id$/],
			["after=1", "after", /^This isn't a valid id$/],
			["after=AAAAAAAAAAAA", "after", /^This sale doesn't exist$/],
			[`after=${attempt.id}`, "after", /^This sale doesn't exist$/],
		] as const) {
			const response = await get(`?${query}`);
			expect([query, response.status]).toEqual([query, 400]);
			expect(await response.json()).toMatchObject({
				code: "request.invalid",
				fields: { [field]: expect.stringMatching(message) },
			});
		}
	});

	it("lists nothing of another creator", async () => {
		const { get, page } = await seller();
		const theirs = await makeSale();
		expect(await page()).toEqual({ sales: [], next: null });
		const ofTheirShare = await get(`?shareId=${theirs.share.slug}`);
		const { requestId, ...ofTheirs } = await ofTheirShare.json<ErrorBody>();
		expect(ofTheirs).toMatchObject({ code: "share.not_found", reason: "share.not_yours" });
		expect(await (await get("?shareId=ThereIsNone")).json()).toMatchObject(ofTheirs);
		const afterTheirSale = await get(`?after=${theirs.purchase.id}`);
		expect(await afterTheirSale.json()).toMatchObject({
			code: "request.invalid",
			fields: { after: "This sale doesn't exist" },
		});
	});

	it("needs the permission to read sales, and nothing else", async () => {
		const { creator, sell } = await seller();
		await sell();
		const others = SCOPES.filter((scope) => scope !== "sales:read");
		const { token: weak } = await storeToken(creator.user.id, others);
		const refused = await callWithToken(weak, "GET", "/api/sales");
		expect(await refused.json()).toMatchObject({ code: "access_token.scope_missing" });
		expect((await request("/api/sales")).status).toBe(401);
	});

	it("reads a page of sales along an index by time", async () => {
		const { share, sell, page } = await seller();
		const { id } = await sell();
		const time = `from=2026-01-01T00:00:00Z&until=2100-01-01T00:00:00Z`;
		const { known } = recordStatements();
		known.clear();
		for (const query of ["", `after=${id}`, `${time}&after=${id}`])
			for (const filter of ["", `shareId=${share.slug}&`]) await page(`?${filter}${query}`);
		const lists = [...known].filter((text) => /order by "purchases"."paid_at" desc/.test(text));
		expect(lists).toHaveLength(6);
		for (const text of lists) {
			const explained = env.DB.prepare(`explain query plan ${text}`);
			const values = Array.from(text.matchAll(/\?/g), () => 1);
			const { results } = await explained.bind(...values).all<{ detail: string }>();
			const steps = results.map(({ detail }) => detail);
			const index = /"purchases"."share_id" = \?/.test(text)
				? "purchases_share_sold (share_id=?"
				: "purchases_sold (creator_id=?";
			expect(steps).toContainEqual(expect.stringContaining(index));
			if (/paid_at, purchases.id\) </.test(text))
				expect(steps).toContainEqual(expect.stringMatching(/purchases_.*sold .*paid_at.*[<>]/));
			// Only the lines of a sale are sorted.
			expect(steps.filter((step) => /TEMP B-TREE/.test(step))).toEqual([
				"USE TEMP B-TREE FOR json_group_array(ORDER BY)",
			]);
		}
	});
});
