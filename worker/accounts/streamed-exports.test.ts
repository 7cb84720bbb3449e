import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { exportAccount } from "../maintenance/personal-data/loops.ts";
import { ledgerCsv, salesCsv } from "../payments/sales/ledger.ts";
import { jsonPieces, streamedFile } from "../platform/http/streamed-file.ts";
import { EXPORT_ROWS } from "../platform/storage/pages.ts";
import { makeBuyer, makePurchase, makeShare } from "../test/fixtures/sales.ts";
import { makeCreator, request, testCtx } from "../test/fixtures/test-app.ts";

const SALES = 4000;
const LINES = 20_000;
let creator: Awaited<ReturnType<typeof makeCreator>>;

const numbers = (count: number) =>
	sql`json_each(${JSON.stringify(Array.from({ length: count }, (_, n) => n))})`;

beforeAll(async () => {
	const { db, now } = testCtx();
	creator = await makeCreator();
	const share = await makeShare(creator.user.id);
	const { id: buyerId } = await makeBuyer();
	await makePurchase(share, buyerId);
	// Many rows share a timestamp, so that pages end between them.
	const at = sql`${now()} - value % 7`;
	await db.run(sql`insert into purchases (id, share_id, share_title, creator_id, buyer_id, route, state,
			price_cents, currency, fee_bps, platform_fee_cents, reference, created_at, paid_at, fee_posted)
		select 'sale' || value, ${share.id}, 'x', ${share.creatorId}, ${buyerId}, 'card', 'paid',
			1000, 'usd', 500, 50, 'ref' || value, ${at}, ${at}, 1 from ${numbers(SALES - 1)}`);
	await db.run(sql`insert into ledger (id, cause_key, creator_id, purchase_id, kind, amount_cents, account, at)
		select 'line' || value, 'line' || value, ${share.creatorId}, 'sale' || (value % ${sql.raw(String(SALES - 1))}), 'gross',
			1, 'connected', ${at} from ${numbers(LINES)}`);
});

/** Collects the pieces; none of them has more matches than a page has rows. */
async function collect(pieces: AsyncIterable<string>, mark: RegExp): Promise<string> {
	const all: string[] = [];
	for await (const piece of pieces) {
		expect(piece.match(mark)?.length ?? 0).toBeLessThanOrEqual(EXPORT_ROWS + 1);
		all.push(piece);
	}
	return all.join("");
}

const unique = (values: readonly unknown[]) => new Set(values).size;

describe("an export of tens of thousands of rows", () => {
	it("streams JSON in pieces of a page, with every row once", async () => {
		const text = await collect(
			jsonPieces(await exportAccount(creator.ctx)),
			/"(?:reference|causeKey)":/g,
		);
		const { money } = JSON.parse(text);
		expect([money.sales.length, unique(money.sales.map(({ id }: { id: string }) => id))]).toEqual([
			SALES,
			SALES,
		]);
		expect([money.ledger.length, unique(money.ledger.map(({ id }: { id: string }) => id))]).toEqual(
			[LINES, LINES],
		);
		expect(Object.keys(money.ledger[0])).not.toContain("row");
	});

	it("streams CSV in pieces of a page, with every row once", async () => {
		const sales = (await collect(await salesCsv(creator.ctx, {}), /\r\n/g)).split("\r\n");
		expect([sales.length, unique(sales)]).toEqual([SALES + 2, SALES + 2]);
		const lines = (await collect(ledgerCsv(creator.ctx), /\r\n/g)).split("\r\n");
		expect(lines).toHaveLength(LINES + 2);
	});

	it("sends a whole export by its route", async () => {
		const response = await request("/api/ledger.csv", { cookies: creator.cookies });
		expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
		expect((await response.text()).split("\r\n")).toHaveLength(LINES + 2);
	});
});

describe("a file that is made while it is sent", () => {
	async function* failing(after: number) {
		for (let n = 0; n < after; n++) yield `${n}\r\n`;
		throw new Error("the database is away");
	}
	const file = { name: "f.csv", type: "text/csv" };

	it("throws if a file fails before its first piece", async () => {
		await expect(streamedFile(failing(0), file)).rejects.toThrow("the database is away");
	});

	it("aborts the response if a file fails later", async () => {
		const response = await streamedFile(failing(3), file);
		await expect(response.text()).rejects.toThrow("the database is away");
	});
});
