import { expect, test } from "vitest";
import { downloadLog } from "../files/downloads/tables.ts";
import type { DashboardMetrics } from "../pages/dashboard/contract.ts";
import { makeBuyer, makePurchase, makeShare } from "../test/fixtures/sales.ts";
import { makeCreator, request, testCtx } from "../test/fixtures/test-app.ts";
import type { CustomerDetails, CustomerPage } from "./contract.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

async function world() {
	const creator = await makeCreator();
	const share = await makeShare(creator.user.id);
	const buyer = await makeBuyer();
	const now = Date.now();
	/** A purchase by an address, so many days ago. */
	const buy = (buyerEmail: string, daysAgo: number, fields = {}) =>
		makePurchase(share, buyer.id, { buyerEmail, paidAt: now - daysAgo * DAY_MS, ...fields });
	const get = async <T>(path: string): Promise<T> => {
		const response = await request(path, { cookies: creator.cookies });
		expect(response.status).toBe(200);
		return response.json();
	};
	return { creator, share, buyer, buy, get };
}

test("lists customers by address, the latest purchase first, with their payments", async () => {
	const { share, buy, get } = await world();
	await buy("ann@example.test", 9);
	await buy("ann@example.test", 1, { refundedCents: 300 });
	await buy("bob@example.test", 5, { state: "refunded", refundedCents: 1000 });
	const latest = await buy("ann@example.test", 0, { state: "disputed" });
	await buy("nobody@example.test", 0, { state: "refunded", autoRefundReason: "sold_out" });
	await buy("nobody@example.test", 0, { state: "claimed", route: "direct", paidAt: null });
	const row = { shareId: share.id, purchaseId: latest.id, what: "all", at: Date.now() };
	const ctx = testCtx();
	await ctx.db.insert(downloadLog).values([
		{ id: ctx.id(), ...row },
		{ id: ctx.id(), ...row },
	]);
	const { customers, next } = await get<CustomerPage>("/api/customers");
	expect(next).toBeNull();
	expect(customers).toMatchObject([
		{
			id: latest.id,
			email: "ann@example.test",
			purchases: 3,
			total: "17.00",
			downloads: 2,
			blocked: false,
		},
		{ email: "bob@example.test", purchases: 1, total: "0.00", downloads: 0 },
	]);
	const { totalEarnings } = await get<DashboardMetrics>("/api/dashboard");
	expect(totalEarnings).toBe("17.00");
});

// G66
test("shows the day of a customer's last visit, not its time", async () => {
	const { buy, buyer, get } = await world();
	const { id } = await buy("ann@example.test", 2);
	const at = Date.UTC(2026, 4, 3, 14, 15, 16);
	await testCtx()
		.env.DB.prepare("/* test */ update purchase_holders set used_at = ? where buyer_id = ?")
		.bind(at, buyer.id)
		.run();
	const customer = await get<CustomerDetails>(`/api/customers/${id}`);
	expect(customer.lastSeen).toBe("2026-05-03");
});

test("pages continue after the last customer, and nobody is listed twice", async () => {
	const { buy, get } = await world();
	for (let at = 0; at < 60; at++) {
		await buy(`c${at}@example.test`, at);
		await buy(`c${at}@example.test`, at + 100);
	}
	const first = await get<CustomerPage>("/api/customers");
	const second = await get<CustomerPage>(`/api/customers?after=${first.next}`);
	const listed = [...first.customers, ...second.customers].map(({ email }) => email);
	expect(listed).toEqual(Array.from({ length: 60 }, (_, at) => `c${at}@example.test`));
	expect([first.customers.length, second.next]).toEqual([50, null]);
});

test("a search finds a part of the address, and the reference of any purchase", async () => {
	const { buy, get } = await world();
	const { reference } = await buy("ann.lee@example.test", 9, { reference: "ABCD2345" });
	await buy("ann.lee@example.test", 1);
	await buy("bob@example.test", 1);
	const found = async (search: string) => {
		const path = `/api/customers?search=${encodeURIComponent(search)}`;
		return (await get<CustomerPage>(path)).customers.map(({ email }) => email);
	};
	expect(await found("LEE")).toEqual(["ann.lee@example.test"]);
	expect(await found(reference.toLowerCase())).toEqual(["ann.lee@example.test"]);
	expect(await found("%")).toEqual([]);
});

// G66
test("one customer is shown with their purchases, to the creator alone", async () => {
	const { buy, get } = await world();
	const { id } = await buy("ann@example.test", 3);
	await buy("ann@example.test", 1, { route: "direct" });
	const customer = await get<CustomerDetails>(`/api/customers/${id}`);
	expect(customer).toMatchObject({ email: "ann@example.test", purchases: 2, newEmail: null });
	expect(customer.sales.map(({ route }) => route)).toEqual(["direct", "card"]);
	const other = await makeCreator();
	const refused = await request(`/api/customers/${id}`, { cookies: other.cookies });
	expect(refused.status).toBe(404);
	const theirs = await request("/api/customers", { cookies: other.cookies });
	expect(await theirs.json()).toEqual({ customers: [], next: null });
});

test("the CSV has every customer", async () => {
	const { creator, buy } = await world();
	await buy("ann@example.test", 1);
	await buy("=evil@example.test", 2);
	const response = await request("/api/customers.csv", { cookies: creator.cookies });
	expect(response.headers.get("content-type")).toContain("text/csv");
	const lines = (await response.text()).trim().split("\r\n");
	expect(lines).toHaveLength(3);
	expect(lines[1]).toMatch(/^"ann@example.test",1,10.00,/);
	expect(lines[2]).toMatch(/^"'=evil@example.test",1,10.00,/);
});
