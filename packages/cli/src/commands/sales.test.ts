import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, recordedSession, runLine, standIn } from "../test/stand-in.ts";

beforeEach(() => vi.stubEnv("TILLBOX_TOKEN", "tbx_0123456789abcdefghijABCDEFGHIJ012345"));
afterEach(() => vi.unstubAllEnvs());

/** Runs a command against a server that answers by method and path: "GET /api/v1/sales?after=x". */
async function run(answers: Record<string, Answer>, ...args: string[]) {
	const server = await standIn(
		({ method, path }) => answers[`${method} ${path}`] ?? { status: 404, json: {} },
	);
	const { session, written } = recordedSession(server.origin, { json: args.includes("--json") });
	return { ...server, session, written, ended: runLine(session, ...args) };
}

const SALE = "sale-0001";
const LISTED = {
	id: SALE,
	title: "Aria",
	buyerEmail: "ada@x.test",
	route: "card",
	state: "paid",
	currency: "usd",
	price: "7.50",
	refunded: "0.00",
	net: "6.40",
	paidAt: "2026-11-23T12:00:00.000Z",
	place: { edge: "DE", card: null, differ: false },
};
const REFUNDED = {
	id: SALE,
	state: "refunded",
	currency: "usd",
	refunded: "7.50",
	buyerEmail: "ada@x.test",
};
const onePage = (sale: object): Answer => ({ json: { sales: [sale], next: null } });

describe("a refund", () => {
	const order = { [`POST /api/v1/purchases/${SALE}/refund`]: { json: REFUNDED } };

	it("asks with the amount first", async () => {
		const answers = {
			...order,
			"GET /api/v1/sales": { json: { sales: [{ ...LISTED, id: "sale-0002" }], next: "sale-0002" } },
			"GET /api/v1/sales?after=sale-0002": onePage(LISTED),
		};
		const { ended, got } = await run(answers, "refund", SALE);
		await expect(ended).rejects.toMatchObject({
			exitCode: 2,
			hints: expect.arrayContaining([expect.stringContaining("Refund $7.50 for “Aria”")]),
		});
		expect(got.map(({ method }) => method)).toEqual(["GET", "GET"]);
	});

	it.each([[[]], [["--yes"]]])("says that a sale was refunded before, with %j", async (options) => {
		const before = { ...LISTED, state: "refunded", refunded: "7.50" };
		const answers = { ...order, "GET /api/v1/sales": onePage(before) };
		const { ended, written } = await run(answers, "refund", SALE, ...options);
		await ended;
		expect(written.stdout).toBe("$7.50 was already refunded to ada@x.test.\n");
	});

	it("refunds an amount once and says so", async () => {
		const part = { ...REFUNDED, state: "paid", refunded: "3.00" };
		const answers = {
			"GET /api/v1/sales": onePage(LISTED),
			[`POST /api/v1/purchases/${SALE}/refund`]: { json: part },
		};
		const options = ["--amount", "3", "--yes"];
		const { ended, got, written } = await run(answers, "refund", SALE, ...options);
		await ended;
		expect(written.stdout).toBe("$3.00 was refunded to ada@x.test.\n");
		const orders = got.filter(({ method }) => method === "POST");
		expect(orders).toMatchObject([
			{ body: '{"amount":"3"}', headers: { "idempotency-key": expect.any(String) } },
		]);
	});

	it.each([
		["3", "Refund $3.00 for “Aria” to ada@x.test? Their access is kept."],
		["7.50", "Refund $7.50 for “Aria” to ada@x.test? Their access ends."],
	])("asks about a refund of $%s with what becomes of the access", async (sum, question) => {
		const { ended } = await run(
			{ "GET /api/v1/sales": onePage(LISTED) },
			"refund",
			SALE,
			"--amount",
			sum,
		);
		await expect(ended).rejects.toMatchObject({
			hints: expect.arrayContaining([expect.stringContaining(question)]),
		});
	});

	it("refuses an empty amount", async () => {
		const { ended, got } = await run(order, "refund", SALE, "--amount", "", "--yes");
		await expect(ended).rejects.toThrow("--amount must be an amount");
		expect(got).toEqual([]);
	});

	it("needs no permission to read sales with --yes", async () => {
		const refused = { status: 403, json: { code: "access_token.scope_missing", message: "No." } };
		const answers = { ...order, "GET /api/v1/sales": refused };
		const { ended, written } = await run(answers, "refund", SALE, "--yes");
		await ended;
		expect(written.stdout).toBe("$7.50 was refunded to ada@x.test.\n");
		await expect((await run(answers, "refund", SALE)).ended).rejects.toMatchObject({ status: 403 });
	});
});

describe("sales", () => {
	const second = { ...LISTED, id: "sale-0002", net: "-0.50", state: "disputed" };
	const pages = {
		"GET /api/v1/sales": { json: { sales: [LISTED], next: SALE } },
		[`GET /api/v1/sales?after=${SALE}`]: onePage(second),
	};

	it("lists sales to the last page, negative amounts with the sign before the dollar", async () => {
		const { ended, written } = await run(pages, "sales");
		await ended;
		expect(written.stdout).toMatch(/sale-0001 .*\$6\.40\nsale-0002 .* -\$0\.50\n$/);
	});

	it("prints the API's sales with --json", async () => {
		const { ended, written } = await run(pages, "sales", "--json");
		await ended;
		expect(JSON.parse(written.stdout)).toEqual({ sales: [LISTED, second] });
	});

	it("asks for sales of a share and a time, and for no more pages than --limit needs", async () => {
		const { ended, got } = await run(
			{},
			"sales",
			"share-01",
			"--from",
			"2026-11-01T00:00Z",
			"--until",
			"2026-12-01T00:00Z",
			"--limit",
			"1",
		);
		await ended.catch(() => {});
		expect(got[0]?.path).toBe(
			"/api/v1/sales?from=2026-11-01T00%3A00%3A00.000Z&until=2026-12-01T00%3A00%3A00.000Z&shareId=share-01",
		);
		const limited = await run(pages, "sales", "--limit", "1", "--json");
		await limited.ended;
		expect(limited.got).toHaveLength(1);
		expect(JSON.parse(limited.written.stdout)).toEqual({ sales: [LISTED] });
	});
});

describe("shares", () => {
	it("says whether there are no shares or none with a title", async () => {
		const list = "GET /api/v1/my-file-shares";
		const said = async (query: string, ...args: string[]) => {
			const { ended, written } = await run({ [list + query]: { json: [] } }, "shares", ...args);
			await ended;
			return written.stdout;
		};
		expect(await said("?most=200")).toBe("There are no shares.\n");
		expect(await said("?search=zzz&most=200", "--search", "zzz")).toBe(
			"No share has this in its title.\n",
		);
	});

	it("reads shares page by page to the last one", async () => {
		const share = {
			currency: "usd",
			price: "1",
			net: "0",
			totalSize: 1,
			status: "published",
			selling: true,
		};
		const address = (page: number) =>
			`/api/v1/my-file-shares?most=200${page > 0 ? `&after=${page}00.id%2B${page}` : ""}`;
		const answers = Array.from({ length: 6 }, (_, page): [string, Answer] => [
			`GET ${address(page)}`,
			{
				json: Array.from({ length: page < 5 ? 200 : 40 }, (_, n) => ({
					...share,
					shareId: `share-${page * 200 + n}`,
					title: "North",
				})),
				headers: page < 5 ? { link: `<${address(page + 1)}>; rel="next"` } : {},
			},
		]);
		const { ended, written } = await run(Object.fromEntries(answers), "shares");
		await ended;
		const ids = [...written.stdout.matchAll(/share-\d+/g)].map(([id]) => id);
		expect(ids).toEqual(Array.from({ length: 1040 }, (_, n) => `share-${n}`));
	});

	it("refuses the link of another server", async () => {
		const link = "https://other.example/share/share-01";
		for (const name of ["shares show", "delete", "edit", "sales", "shares open"]) {
			const { ended, got } = await run(
				{},
				...name.split(" "),
				link,
				...(name === "edit" ? ["--price", "1"] : []),
			);
			await expect(ended, name).rejects.toMatchObject({
				message: expect.stringContaining("is on another server than"),
				hints: ["Repeat the command with --server https://other.example."],
			});
			expect(got).toEqual([]);
		}
	});

	it("asks with the title before it deletes a share", async () => {
		const answers = {
			"GET /api/v1/file-shares/share-01/deletion": { json: { buyers: 0 } },
			"GET /api/v1/file-shares/share-01": { json: { fileShare: { title: "North" } } },
			"DELETE /api/v1/file-shares/share-01?buyers=keep": { status: 204 },
		};
		await expect((await run(answers, "delete", "share-01")).ended).rejects.toMatchObject({
			hints: expect.arrayContaining(["Delete “North”? Nobody has bought it."]),
		});
		const { ended, written } = await run(answers, "delete", "share-01", "--yes");
		await ended;
		expect(written.stdout).toBe("“North” is deleted.\n");
	});
});

it("says that a new code has ended already", async () => {
	const code = { code: "SPRING", percent: 20, active: true };
	const said = async (endsAt: string) => {
		const { ended, written } = await run(
			{
				"POST /api/v1/discounts": { status: 201, json: { ...code, endsAt } },
			},
			..."codes create SPRING --percent 20 --ends-at".split(" "),
			endsAt,
		);
		await ended;
		return written.stdout;
	};
	expect(await said("2020-01-01T00:00:00.000Z")).toContain("It has ended already, on ");
	expect(await said("2999-01-01T00:00:00.000Z")).toBe("SPRING: 20% off, on.\n");
});

describe.each([
	["usd", { price: "$7.50", net: "-$0.50" }],
	["jpy", { price: "¥1,200", net: "-¥300" }],
	["eur", { price: "€7.50", net: "-€0.50" }],
])("amounts in %s", (currency, { price, net }) => {
	const isWhole = currency === "jpy";
	const [paid, left] = isWhole ? ["1200", "-300"] : ["7.50", "-0.50"];
	const sale = { ...LISTED, currency, price: paid, net: left, reference: "H9E52MM7" };
	const share = { shareId: "share-01", title: "North", currency, price: paid, net: left };
	const shown = { totalSize: 1, fileCount: 1, sales: 1, status: "published", selling: true };
	const other = { amount: "3.00", currency: "gbp" };
	const buyer = {
		id: "sale-0001",
		email: "ada@x.test",
		purchases: 1,
		downloads: 0,
		total: paid,
		currency,
		otherTotals: [other],
	};
	const code = {
		id: "code-0001",
		code: "SPRING",
		percent: null,
		amount: paid,
		currency,
		revenue: paid,
		otherRevenue: [other],
	};
	const used = { active: true, sales: 1, maxUses: null, endsAt: null, shares: null };
	const answers: Record<string, Answer> = {
		"GET /api/v1/sales": onePage(sale),
		"GET /api/v1/my-file-shares?most=200": { json: [{ ...share, ...shown, pricing: "chosen" }] },
		"GET /api/v1/customers": {
			json: { customers: [{ ...buyer, boughtAt: LISTED.paidAt }], next: null },
		},
		"GET /api/v1/customers/sale-0001": { json: { ...buyer, sales: [sale] } },
		"GET /api/v1/discounts": { json: [{ ...code, ...used }] },
		"PATCH /api/v1/discounts/code-0001": { json: { ...code, ...used } },
		"GET /api/v1/file-shares/share-01/deletion": {
			json: { buyers: 2, refundable: 1, refundAmount: paid, currency, otherRefunds: [] },
		},
	};

	it.each([
		[["sales"], [price, net]],
		[["shares"], [`from ${price}`, net]],
		[["customers"], [`${price}, £3.00`]],
		[
			["customers", "show", "sale-0001"],
			[`ada@x.test, ${price}, £3.00, 0`, `paid   ${price}`],
		],
		[["codes"], [`SPRING  ${price}`]],
		[["codes", "on", "SPRING"], [`SPRING: ${price} off, on.`]],
	])("shows amounts by %j", async (words, texts) => {
		const { ended, written } = await run(answers, ...words);
		await ended;
		for (const text of texts) expect(written.stdout).toContain(text);
	});

	it.each([
		[["refund", SALE], `Refund ${price} for “Aria”`],
		[["delete", "share-01", "--buyers", "refund"], `refund 1 of 2 buyers, ${price} in all?`],
	])("asks with amounts by %j", async (words, question) => {
		const { ended } = await run(answers, ...words);
		await expect(ended).rejects.toMatchObject({
			hints: expect.arrayContaining([expect.stringContaining(question)]),
		});
	});
});
