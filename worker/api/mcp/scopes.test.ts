import { InsufficientScopeError } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import { SCOPES, type Scope } from "../../accounts/access-tokens/contract.ts";
import { storeToken } from "../../test/fixtures/access-tokens.ts";
import { errorOf, withClient } from "../../test/fixtures/mcp.ts";
import { makeSale } from "../../test/fixtures/sales.ts";
import { call } from "../../test/fixtures/test-app.ts";
import { TOOLS } from "./tools.ts";

const PERMISSIONS: Readonly<Record<string, readonly Scope[]>> = {
	list_shares: ["shares:read"],
	show_share: ["shares:read"],
	create_share: ["shares:write"],
	edit_share: ["shares:write"],
	/** `sales:refund` too where `buyers` is `refund` */
	delete_share: ["shares:read", "shares:write"],
	list_choices: ["shares:read"],
	list_uploads: ["shares:read"],
	list_sales: ["sales:read"],
	refund_sale: ["sales:read", "sales:refund"],
	list_discount_codes: ["shares:read"],
	create_discount_code: ["shares:write"],
	switch_discount_code: ["shares:write"],
	list_customers: ["customers:read"],
	show_customer: ["customers:read"],
	show_totals: ["sales:read"],
	show_analytics: ["sales:read"],
	show_balance: ["payouts:read"],
	show_payouts: ["payouts:read"],
};

/** The sets of permissions worth trying: all but each needed one, all others, and exactly those needed. */
const setsFor = (needed: readonly Scope[]): Scope[][] => [
	...needed.map((scope) => SCOPES.filter((other) => other !== scope)),
	SCOPES.filter((other) => !needed.includes(other)),
	[...needed],
];

it("names the permissions of every tool", () => {
	expect(PERMISSIONS).toEqual(Object.fromEntries(TOOLS.map(({ name, scopes }) => [name, scopes])));
});

// G88
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
			list_choices: { shareId },
			refund_sale: { saleId },
			create_discount_code: { code: `SALE-${count}`, percent: 5 },
			switch_discount_code: { codeId, active: true },
			show_customer: { saleId },
		};
		return inputs[name] ?? {};
	}

	it.each(Object.entries(PERMISSIONS))("%s", async (name, needed) => {
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
				// The API refuses calls beyond the free plan, so the permission was granted.
				const isRight = code === want || (isAllowed && code === "upload.limit_reached");
				if (isListed !== isAllowed || !isRight || !isNamed)
					wrong.push(`${name} with ${scopes}: listed ${isListed}, ${code}`);
			});
			count++;
		}
		expect(wrong).toEqual([]);
	});
});
