import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { SCOPES } from "../../accounts/access-tokens/contract.ts";
import { filesOf } from "../../catalogue/shares/file-rows.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { MIB } from "../../contract/constants.ts";
import { priceOf } from "../../contract/fields.ts";
import { LEAST_DRAWN_TEXT } from "../../files/previews/contract/preview-sizes.ts";
import { storeToken } from "../../test/fixtures/access-tokens.ts";
import { makeFile } from "../../test/fixtures/files.ts";
import { manyShares } from "../../test/fixtures/many-shares.ts";
import { callTool, errorOf, withClient } from "../../test/fixtures/mcp.ts";
import { makeBuyer, makePurchase, makeShare } from "../../test/fixtures/sales.ts";
import { call, makeCreator, ORIGIN, request, testCtx } from "../../test/fixtures/test-app.ts";
import { listed } from "./tool.ts";
import { TOOLS } from "./tools.ts";

/** The data that these tests read. */
type Data = {
	shareId?: string;
	id?: string;
	url?: string;
	amount?: string;
	sales?: { id: string }[];
	shares?: { shareId: string; title: string }[];
	next?: string | null;
	missingPreviews?: number | null;
};
type Creator = Awaited<ReturnType<typeof makeCreator>>;
let creator: Creator;
let token: string;
beforeEach(async () => {
	creator = await makeCreator({ emailVerifiedAt: 1 });
	({ token } = await storeToken(creator.user.id, [...SCOPES]));
});

/** Calls a tool that must succeed, and returns its data; the client has validated it by the listed schema. */
async function ask(name: string, input: Record<string, unknown> = {}) {
	const result = await withClient(token, async (client) => {
		// Lists first, since the client validates by the list it knows.
		await client.listTools();
		return client.callTool({ name, arguments: input });
	});
	expect([errorOf(result), result.content[0]]).toMatchObject([null, { type: "text" }]);
	// Clients without structured content get the same as text.
	const [, copy] = result.content;
	expect(copy?.type === "text" && JSON.parse(copy.text)).toEqual(result.structuredContent);
	return result.structuredContent as Data;
}

/** Calls a tool that must refuse, and returns the code and the text of its error. */
async function refusal(name: string, input: Record<string, unknown> = {}) {
	const result = await callTool(token, name, input);
	const [content] = result.content;
	return { code: errorOf(result), text: content?.type === "text" ? content.text : "" };
}

async function sold(fields: Parameters<typeof makePurchase>[2] = {}) {
	const share = await makeShare(creator.user.id, { title: "Sunset set" });
	const buyer = await makeBuyer();
	return { share, purchase: await makePurchase(share, buyer.id, fields) };
}

describe("every tool", () => {
	it("describes every tool by a title, words for a model, schemas and hints", async () => {
		const { tools } = await withClient(token, (client) => client.listTools());
		expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
		for (const { name, title, description = "", inputSchema, outputSchema, annotations } of tools) {
			expect(name).toMatch(/^[a-z_]{5,40}$/);
			expect(title).toBeTruthy();
			expect([name, description.length > 40]).toEqual([name, true]);
			expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
			expect(outputSchema).toMatchObject({ type: "object" });
			expect(Object.values(annotations ?? {}).every((hint) => typeof hint === "boolean")).toBe(
				true,
			);
		}
		const hints = (name: string) => tools.find((tool) => tool.name === name)?.annotations;
		expect(hints("list_sales")).toMatchObject({ readOnlyHint: true, destructiveHint: false });
		expect(hints("edit_share")).toMatchObject({ readOnlyHint: false, idempotentHint: true });
		for (const name of ["refund_sale", "delete_share"])
			expect(hints(name)).toMatchObject({ readOnlyHint: false, destructiveHint: true });
	});

	it("refuses arguments that it does not have, and names them", async () => {
		for (const { name } of TOOLS) {
			const { code, text } = await refusal(name, { surprise: 1 });
			expect([name, code]).toEqual([name, "request.invalid"]);
			expect(text).toMatch(/surprise|shareId|saleId|codeId|title|code/);
			expect(text).not.toMatch(/^:/m);
		}
	});

	// G88
	it("gives nothing of another creator", async () => {
		const { share, purchase } = await sold();
		creator = await makeCreator({ emailVerifiedAt: 1 });
		({ token } = await storeToken(creator.user.id, [...SCOPES]));
		const shareId = share.slug;
		for (const [name, input, code] of [
			["show_share", { shareId }, "share.not_found"],
			["list_choices", { shareId }, "share.not_found"],
			["edit_share", { shareId, title: "Mine" }, "share.not_found"],
			["delete_share", { shareId }, "share.not_found"],
			["refund_sale", { saleId: purchase.id }, "purchase.not_found"],
			["show_customer", { saleId: purchase.id }, "purchase.not_found"],
			["show_analytics", { shareId }, "share.not_found"],
			["list_sales", { shareId }, "share.not_found"],
			["list_sales", { after: purchase.id }, "request.invalid"],
		] as const)
			expect([name, (await refusal(name, input)).code]).toEqual([name, code]);
		expect(await ask("list_sales")).toEqual({ sales: [], next: null });
		expect(await ask("list_customers")).toEqual({ customers: [], next: null });
	});
});

describe("shares", () => {
	it("lists shares newest first, by a part of the title, in pages", async () => {
		for (const [n, title] of ["Dawn", "Dusk", "Noon"].entries())
			await makeShare(creator.user.id, { title, createdAt: n + 1 });
		expect(await ask("list_shares", { search: "D", limit: 1 })).toMatchObject({
			shares: [{ title: "Dusk", price: "10.00", url: expect.stringContaining("/share/") }],
		});
		const { next } = await ask("list_shares", { search: "D", limit: 1 });
		expect(await ask("list_shares", { search: "d", limit: 1, after: next })).toMatchObject({
			shares: [{ title: "Dawn" }],
			next: null,
		});
		const { content } = await callTool(token, "list_shares", { limit: 1 });
		expect(content[0]).toEqual({ type: "text", text: "1 share." });
		expect((await refusal("list_shares", { after: "dawn" })).text).toContain("after: ");
	});

	it("pages through 1,010 shares, and shows each by its id", async () => {
		await manyShares(creator.user.id, 1010);
		const found = new Set<string>();
		let oldest = "";
		for (let after: unknown; after !== null; ) {
			const page = await ask("list_shares", { limit: 200, ...(after !== undefined && { after }) });
			for (const { shareId, title } of page.shares ?? []) {
				found.add(shareId);
				if (title === "Share 1") oldest = shareId;
			}
			after = page.next;
		}
		expect(found.size).toBe(1010);
		expect(await ask("show_share", { shareId: oldest })).toMatchObject({ title: "Share 1" });
	});

	it("shows a share with its files and settings", async () => {
		const { share } = await sold();
		await makeFile(share, new Uint8Array([1]), { originalName: "b.txt", mimeType: "text/plain" });
		expect(await ask("show_share", { shareId: share.slug })).toMatchObject({
			shareId: share.slug,
			sales: 1,
			earned: "10.00",
			saleMode: "each",
			hasPassword: false,
			files: [{ originalName: expect.any(String) }, { originalName: "b.txt" }],
		});
		const [file] = await filesOf(testCtx(), share.id);
		await call("PATCH", `/api/file-shares/${share.slug}`, { choosing: {} }, creator.cookies);
		const choice = { name: "Anna", files: [{ id: file?.id, chosen: true, comment: "Wider" }] };
		await call("PUT", `/api/file-shares/${share.slug}/choice`, choice);
		const name = file?.originalName;
		expect(await ask("list_choices", { shareId: share.slug })).toMatchObject({
			clients: [{ name: "Anna", chosen: [name], comments: [{ file: name, comment: "Wider" }] }],
		});
		await testCtx().db.update(shares).set({ status: "taken_down" }).where(eq(shares.id, share.id));
		expect(await ask("show_share", { shareId: share.slug })).toMatchObject({
			status: "taken_down",
			files: [],
			moreFiles: 1,
		});
	});

	it("publishes a share from text and base64 that can be bought", async () => {
		const text = "Hëllo".padEnd(LEAST_DRAWN_TEXT);
		const files = [
			{ name: "notes.txt", text },
			{ name: "dot.png", base64: btoa("\x89PNG\r\n\x1a\n rest") },
		];
		const input = { title: "Two files", price: "5.50", description: "Both", files };
		const made = await ask("create_share", input);
		expect(made).toMatchObject({ title: "Two files", price: "5.50" });
		expect(made.url).toBe(`${ORIGIN}/share/${made.shareId}`);
		expect(made.missingPreviews).toBe(2);
		const { content } = await callTool(token, "show_share", { shareId: made.shareId });
		expect(content[0]).toMatchObject({
			text: `“Two files”, 2 files, 0 sales. 2 previews of its files are missing: the creator's browser makes them when they open ${ORIGIN}/dashboard.`,
		});
		const none = { shareId: made.shareId, images: "none" };
		await ask("edit_share", none);
		expect(await ask("show_share", { shareId: made.shareId })).toMatchObject({
			missingPreviews: 0,
		});
		const page = await request(`/api/file-shares/${made.shareId}`);
		expect(await page.json()).toMatchObject({
			fileShare: { description: "Both", price: "5.50", selling: true },
			files: [{ originalName: "notes.txt", size: text.length + 1 }, { originalName: "dot.png" }],
		});
		const [row] = await testCtx()
			.db.select()
			.from(shares)
			.where(eq(shares.slug, String(made.shareId)));
		const [notes] = await filesOf(testCtx(), row?.id ?? "");
		const download = `/api/files/${notes?.id}/download`;
		expect(await (await request(download, { cookies: creator.cookies })).text()).toBe(text);
	});

	it("refuses files that are too large, ambiguous or of no accepted type", async () => {
		const make = (...files: object[]) =>
			refusal("create_share", { title: "Files", price: 5, files });
		expect(await make({ name: "a.txt", text: "a", base64: "YQ==" })).toMatchObject({
			code: "request.invalid",
			text: expect.stringContaining("files.0: Give either text or base64"),
		});
		expect((await make({ name: "a.txt" })).code).toBe("request.invalid");
		expect((await make({ name: "a.txt", base64: "not base64" })).code).toBe("request.invalid");
		expect(await make({ name: "a.txt", text: "x".repeat(3 * MIB + 1) })).toMatchObject({
			code: "request.too_large",
			text: expect.stringContaining("tillbox upload"),
		});
		expect((await make({ name: "a.exe", text: "MZ" })).code).toBe("file.type_not_accepted");
		const cheap = { title: "Files", price: "0", files: [{ name: "a.txt", text: "a" }] };
		expect((await refusal("create_share", cheap)).text).toContain("price: Valid price is required");
		expect(await ask("list_shares")).toEqual({ shares: [], next: null });
	});

	it("edits only the given settings of a share", async () => {
		const { share } = await sold();
		const edit = { shareId: share.slug, title: "Evening", price: "12.50" };
		expect(await ask("edit_share", edit)).toMatchObject({ title: "Evening", price: "12.50" });
		expect(await ask("edit_share", { shareId: share.slug, selling: false })).toMatchObject({
			title: "Evening",
			price: "12.50",
			selling: false,
		});
		expect(await refusal("edit_share", { shareId: share.slug, title: "" })).toMatchObject({
			code: "request.invalid",
			text: expect.stringContaining("title:"),
		});
	});

	it("lists shares that are being uploaded", async () => {
		const files = [{ name: "film.mp4", size: 20 * MIB }];
		const begun = { title: "Film", price: "9.99", files };
		expect((await call("POST", "/api/uploads", begun, creator.cookies)).status).toBe(201);
		expect(await ask("list_uploads")).toMatchObject({
			uploads: [{ title: "Film", state: "open", fileCount: 1, receivedSize: 0 }],
		});
	});
});

describe("sales", () => {
	it("lists sales of all shares or one, by time", async () => {
		const day = Date.UTC(2026, 4, 1);
		const first = await sold({ paidAt: day });
		const second = await sold({ paidAt: day + 86_400_000, buyerEmail: "kim@example.test" });
		const idsOf = async (input: object) => {
			const { sales } = await ask("list_sales", { ...input });
			return sales?.map(({ id }) => id);
		};
		expect(await idsOf({})).toEqual([second.purchase.id, first.purchase.id]);
		expect(await idsOf({ shareId: first.share.slug })).toEqual([first.purchase.id]);
		expect(await idsOf({ from: "2026-05-02T00:00:00Z" })).toEqual([second.purchase.id]);
		expect(await idsOf({ until: "2026-05-02T00:00:00Z" })).toEqual([first.purchase.id]);
		expect(await idsOf({ limit: 1 })).toEqual([second.purchase.id]);
		expect((await refusal("list_sales", { from: "yesterday" })).code).toBe("request.invalid");
		expect((await refusal("list_sales", { limit: 201 })).code).toBe("request.invalid");
		expect(await ask("list_sales", { limit: 1 })).toMatchObject({
			sales: [
				{
					buyerEmail: "kim@example.test",
					price: "10.00",
					state: "paid",
					route: "card",
					reference: second.purchase.reference,
				},
			],
		});
	});

	it("lists all sales of one moment, page by page", async () => {
		const made = [];
		for (let n = 0; n < 3; n++) made.push((await sold({ paidAt: 1_780_000_000_000 })).purchase.id);
		const listed = [];
		for (let after: string | undefined, n = 0; n < 3; n++) {
			const { sales = [], next } = await ask("list_sales", { limit: 1, ...(after && { after }) });
			listed.push(...sales.map(({ id }) => id));
			expect(next === null).toBe(n === 2);
			after = next ?? undefined;
		}
		expect(listed).toEqual(made.sort().reverse());
	});

	it("make customers, totals and analytics", async () => {
		const { share, purchase } = await sold({ buyerEmail: "kim@example.test" });
		expect(await ask("list_customers", { search: "kim" })).toMatchObject({
			customers: [{ email: "kim@example.test", purchases: 1, total: "10.00" }],
			next: null,
		});
		expect(await ask("show_customer", { saleId: purchase.id })).toMatchObject({
			email: "kim@example.test",
			sales: [{ id: purchase.id, shareId: share.slug, price: "10.00" }],
		});
		expect(await ask("show_totals")).toMatchObject({ filesSold: 1, totalEarnings: "10.00" });
		expect(await ask("show_analytics", { days: 7, shareId: share.slug })).toMatchObject({
			title: share.title,
			total: { paid: 1, earnedCents: 1000 },
		});
		expect((await refusal("show_analytics", { days: 8 })).code).toBe("request.invalid");
	});
});

describe("discount codes", () => {
	it("creates, lists and switches discount codes", async () => {
		const made = await ask("create_discount_code", { code: "half", percent: 50 });
		expect(made).toMatchObject({ code: "HALF", percent: 50, shares: null, active: true });
		const codeId = made.id;
		expect(await ask("switch_discount_code", { codeId, active: false })).toMatchObject({
			active: false,
		});
		expect(await ask("list_discount_codes")).toMatchObject({
			codes: [{ id: codeId, code: "HALF", active: false, sales: 0, revenue: "0.00" }],
		});
		expect((await ask("create_discount_code", { code: "FIVE", amount: "5" })).amount).toBe("5.00");
	});

	it("refuses discount codes like the website", async () => {
		expect(
			await refusal("create_discount_code", { code: "BOTH", percent: 5, amount: "5" }),
		).toEqual({
			code: "request.invalid",
			text: expect.stringContaining("percent: Give a percentage or an amount"),
		});
		await ask("create_discount_code", { code: "TWICE", percent: 5 });
		expect((await refusal("create_discount_code", { code: "twice", percent: 5 })).code).toBe(
			"discount.taken",
		);
		const other = { codeId: "AAAAAAAAAA", active: true };
		expect((await refusal("switch_discount_code", other)).code).toMatch(/not_found/);
	});
});

it("the balance and the state of payouts are shown", async () => {
	await sold();
	expect(await ask("show_balance")).toMatchObject({ held: "0.00", lines: [] });
	expect(await ask("show_payouts")).toMatchObject({ hasPaymentSetup: false, paymentMethod: null });
});

describe("a key against repetition", () => {
	it("accepts an idempotency key in every tool that changes something", () => {
		const taking = TOOLS.filter(({ input }) => "idempotencyKey" in input.shape);
		expect(taking).toEqual(TOOLS.filter(({ effect }) => effect !== "read"));
		expect(taking.length).toBeGreaterThan(4);
	});

	it("makes a change once, and returns the first result to its repetitions", async () => {
		const input = { code: "SALE10", percent: 10, idempotencyKey: "first" };
		const made = await ask("create_discount_code", input);
		expect(await ask("create_discount_code", { ...input, percent: 10 })).toEqual(made);
		expect(await refusal("create_discount_code", { ...input, percent: 20 })).toMatchObject({
			code: "idempotency.key_reused",
		});
		// Another creator's key is another key.
		const other = await makeCreator({ emailVerifiedAt: 1 });
		const { token: others } = await storeToken(other.user.id, [...SCOPES]);
		const result = await callTool(others, "create_discount_code", input);
		expect(result.structuredContent).not.toEqual(made);
		const { codes } = (await ask("list_discount_codes")) as { codes?: unknown[] };
		expect(codes).toHaveLength(1);
	});

	it("lets an idempotency key be used again after a refusal", async () => {
		const key = { idempotencyKey: "again" };
		const taken = { code: "TAKEN", percent: 10 };
		await ask("create_discount_code", taken);
		expect((await refusal("create_discount_code", { ...taken, ...key })).code).toBe(
			"discount.taken",
		);
		await ask("create_discount_code", { code: "FREE-NOW", percent: 10, ...key });
	});

	it("applies an idempotency key to the confirmed call", async () => {
		const share = await makeShare(creator.user.id);
		const input = { shareId: share.slug, idempotencyKey: "gone" };
		const { confirmation } = (await ask("delete_share", input)) as { confirmation?: string };
		for (let times = 0; times < 2; times++)
			expect(await ask("delete_share", { ...input, confirmation })).toEqual({ done: true });
	});
});

describe.each([
	["eur", 750, "€7.50", "€0.00"],
	["jpy", 120_000, "¥1,200", "¥0"],
] as const)("amounts in %s", (currency, priceCents, shown, none) => {
	const price = priceOf(priceCents);
	async function soldIn() {
		creator = await makeCreator({ emailVerifiedAt: 1, currency });
		({ token } = await storeToken(creator.user.id, [...SCOPES]));
		const share = await makeShare(creator.user.id, { priceCents, currency });
		const purchase = await makePurchase(share, (await makeBuyer()).id);
		return { shareId: share.slug, saleId: purchase.id };
	}

	it("shows every amount with its currency", async () => {
		const { shareId, saleId } = await soldIn();
		await ask("create_discount_code", { code: "SPRING", amount: "100" });
		const counts = { views: 0, begun: 0, paid: 1, earnedCents: priceCents };
		for (const [name, input, data] of [
			["list_shares", {}, { shares: [{ currency, price }] }],
			["show_share", { shareId }, { currency, price }],
			["list_sales", {}, { sales: [{ currency, price }] }],
			["list_customers", {}, { customers: [{ currency, total: price }] }],
			["show_customer", { saleId }, { currency, total: price }],
			["list_discount_codes", {}, { codes: [{ currency, amount: "100.00" }] }],
			["show_totals", {}, { currency, totalEarnings: price }],
			["show_analytics", {}, { currency, total: counts }],
			["show_balance", {}, { currency, held: "0.00" }],
			["show_payouts", {}, { currency }],
		] as const)
			expect([name, await ask(name, input)]).toMatchObject([name, data]);
		for (const [name, input, text] of [
			["show_totals", {}, `1 sale, ${shown} in all.`],
			["show_analytics", {}, `1 sale, ${shown}.`],
			["show_balance", {}, `Held: ${none}. Paid out: ${none}. Paid directly: ${none}.`],
			["refund_sale", { saleId }, `the buyer gets ${shown} back and loses access`],
			["delete_share", { shareId, buyers: "refund" }, `1 buyer would get ${shown} back in all`],
		] as const) {
			const { content } = await callTool(token, name, input);
			expect([name, content[0]]).toEqual([
				name,
				{ type: "text", text: expect.stringContaining(text) },
			]);
		}
	});
});

it("a part of yen is refused that yen do not have", async () => {
	creator = await makeCreator({ emailVerifiedAt: 1, currency: "jpy" });
	({ token } = await storeToken(creator.user.id, [...SCOPES]));
	const share = await makeShare(creator.user.id, { priceCents: 120_000, currency: "jpy" });
	const { id: saleId } = await makePurchase(share, (await makeBuyer()).id);
	for (const [amount, why] of [
		["0.50", "Enter an amount from 1.00 to 1200.00"],
		["10.50", "Enter a whole amount"],
		["much", "Enter an amount from 1.00 to 1200.00"],
	] as const)
		expect(await refusal("refund_sale", { saleId, amount })).toMatchObject({
			code: "request.invalid",
			text: expect.stringContaining(`amount: ${why}`),
		});
});

/** The properties of a schema, nested ones included, without a description. */
function undescribed(schema: unknown, path: string): string[] {
	if (typeof schema !== "object" || schema === null) return [];
	return Object.entries(schema).flatMap(([key, part]) =>
		key === "properties"
			? Object.entries(part as Record<string, { description?: string }>).flatMap(
					([name, property]) => [
						...(property.description ? [] : [`${path}.${name}`]),
						...undescribed(property, `${path}.${name}`),
					],
				)
			: undescribed(part, path),
	);
}

it("every input of every tool is described", () => {
	const missing = TOOLS.flatMap((tool) => undescribed(listed(tool).inputSchema, tool.name));
	expect(missing).toEqual([]);
});
