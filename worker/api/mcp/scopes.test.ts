import { InsufficientScopeError } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import authorization from "../../../docs/authorization.md?raw";
import { SCOPES, type Scope } from "../../contract/accounts/access-tokens.ts";
import { storeToken } from "../../test/fixtures/access-tokens.ts";
import { errorOf, withClient } from "../../test/fixtures/mcp.ts";
import { makeSale } from "../../test/fixtures/sales.ts";
import { call } from "../../test/fixtures/test-app.ts";
import { TOOLS } from "./tools.ts";

const TABLE = new Map(
	[...authorization.matchAll(/^\| ([a-z_]+) \| ((?:[a-z]+:[a-z]+(?:, )?)+) \|$/gm)].map(
		([, name = "", scopes = ""]) => [name, scopes.split(", ") as Scope[]],
	),
);

/** The sets of permissions worth trying: each alone, all, all but each, and exactly those needed. */
const setsFor = (needed: readonly Scope[]): Scope[][] => [
	...SCOPES.map((scope) => [scope]),
	...SCOPES.map((scope) => SCOPES.filter((other) => other !== scope)),
	[...SCOPES],
	[...needed],
];

it("docs/authorization.md has the permissions of every tool", () => {
	expect(Object.fromEntries(TABLE)).toEqual(
		Object.fromEntries(TOOLS.map(({ name, scopes }) => [name, scopes])),
	);
});

describe("a tool is listed and called with its permissions, and never without one of them", () => {
	let sale: Awaited<ReturnType<typeof makeSale>>;
	let codeId: string;
	let count = 0;
	beforeAll(async () => {
		sale = await makeSale();
		const discount = { code: "SALE", percent: 5 };
		const made = await call("POST", "/api/discounts", discount, sale.creator.cookies);
		codeId = (await made.json<{ id: string }>()).id;
	});

	function inputOf(name: string): Record<string, unknown> {
		const shareId = sale.share.slug;
		const saleId = sale.purchase.id;
		const inputs: Record<string, Record<string, unknown>> = {
			show_share: { shareId },
			create_share: { title: "New", price: "5", files: [{ name: "a.txt", text: "a" }] },
			edit_share: { shareId, title: "New" },
			delete_share: { shareId },
			refund_sale: { saleId },
			create_discount_code: { code: `SALE-${count}`, percent: 5 },
			switch_discount_code: { codeId, active: true },
			show_customer: { saleId },
		};
		return inputs[name] ?? {};
	}

	it.each([...TABLE])("%s", async (name, needed) => {
		const wrong: string[] = [];
		for (const scopes of setsFor(needed)) {
			const { token } = await storeToken(sale.creator.user.id, scopes);
			const isAllowed = needed.every((scope) => scopes.includes(scope));
			await withClient(token, async (client) => {
				const { tools } = await client.listTools();
				const isListed = tools.some((tool) => tool.name === name);
				const result = await client
					.callTool({ name, arguments: inputOf(name) })
					.catch((error: unknown) => {
						// Tells a client to ask the person for more permissions.
						if (error instanceof InsufficientScopeError) return error;
						throw error;
					});
				const isRefused = result instanceof InsufficientScopeError;
				const code = isRefused ? "access_token.scope_missing" : errorOf(result);
				const missing = needed.find((scope) => !scopes.includes(scope)) ?? "";
				const isNamed = !isRefused || result.message.includes(missing);
				const want = isAllowed ? null : "access_token.scope_missing";
				// The API refuses what exceeds the free plan, so the permission was granted.
				const isRight = code === want || (isAllowed && code === "upload.limit_reached");
				if (isListed !== isAllowed || !isRight || !isNamed)
					wrong.push(`${name} with ${scopes}: listed ${isListed}, ${code}`);
			});
			count++;
		}
		expect(wrong).toEqual([]);
	});

	it("tries enough tokens", () => {
		const pairs = [...TABLE.values()].flatMap(setsFor);
		expect(pairs.length).toBeGreaterThanOrEqual(TOOLS.length * SCOPES.length * 2);
	});
});
