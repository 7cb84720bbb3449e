import { afterEach, describe, expect, it, vi } from "vitest";
import { sell } from "../../test/fixtures/sale-helpers.ts";
import { makeCreator, request } from "../../test/fixtures/test-app.ts";
import { addEndpoint, messagesOf, standInInternet } from "../../test/fixtures/webhooks.ts";

afterEach(() => {
	vi.restoreAllMocks();
});

const HOST = "hooks.example.com";
const verified = () => makeCreator({ emailVerifiedAt: 1 });

describe("an endpoint", () => {
	it("sends a signed sale right after it, as in the list of sales", async () => {
		const internet = standInInternet();
		internet.receive(HOST);
		const creator = await verified();
		const { id, secret } = await addEndpoint(creator.cookies, { description: "Shop" });
		expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
		const sold = await sell(creator);
		const payloads = internet.payloadsTo(HOST, secret);
		const sale = payloads.find(({ type }) => type === "sale.created");
		expect(sale).toMatchObject({
			type: "sale.created",
			timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
			data: { sale: { shareId: sold.share.slug, route: "card", state: "paid", price: "10.00" } },
		});
		const [listed] = await (
			await request(`/api/file-shares/${sold.share.slug}/sales`, { cookies: creator.cookies })
		).json<Record<string, unknown>[]>();
		const { sale: told } = (sale?.data ?? {}) as { sale: Record<string, unknown> };
		for (const [key, value] of Object.entries(told))
			if (key in (listed ?? {})) expect([key, value]).toEqual([key, listed?.[key]]);
		const messages = await messagesOf(id);
		expect(messages.map(({ deliveredAt }) => deliveredAt !== null)).toEqual(
			messages.map(() => true),
		);
	});
});
