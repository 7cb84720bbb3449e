import { and, eq, type SQL } from "drizzle-orm";
import { expect, it } from "vitest";
import { makeGallery } from "../test/fixtures/gallery.ts";
import { makeBuyer, makeLines, makePurchase, makeSale, makeShare } from "../test/fixtures/sales.ts";
import { testCtx } from "../test/fixtures/test-app.ts";
import { hasStock, isCheckoutPaid } from "./availability-sql.ts";
import { releaseClaim } from "./claim-transitions.ts";
import { purchaseParts, purchases } from "./entitlements/tables.ts";
import { grantFree, grantPaid } from "./purchase-transitions.ts";

const ctx = testCtx();
const meets = async ({ id }: { id: string }, condition: SQL) =>
	(
		await ctx.db
			.select()
			.from(purchases)
			.where(and(eq(purchases.id, id), condition))
	).length === 1;

it.each([
	["published", true],
	["taken_down", false],
] as const)("sells a bundle whose part is %s: %s", async (status, isSold) => {
	const { purchase, creator } = await makeSale({ purchase: { state: "started" } });
	const part = await makeShare(creator.user.id, { status });
	await ctx.db.insert(purchaseParts).values({ purchaseId: purchase.id, shareId: part.id });
	expect(await meets(purchase, hasStock())).toBe(isSold);
});

it.each([
	["paid", true, true],
	["processing", false, true],
	["started", false, false],
] as const)(
	"counts another purchase that is %s as paying the checkout",
	async (state, paid, reserved) => {
		const checkout = { checkoutId: crypto.randomUUID() };
		const { share, purchase } = await makeSale({ purchase: checkout });
		expect(await meets(purchase, isCheckoutPaid(true))).toBe(false);
		await makePurchase(share, (await makeBuyer()).id, { ...checkout, state });
		expect(await meets(purchase, isCheckoutPaid())).toBe(paid);
		expect(await meets(purchase, isCheckoutPaid(true))).toBe(reserved);
	},
);

it("grants a payment while another of its address is undecided, and no other purchase", async () => {
	const { share, purchase } = await makeSale({ purchase: { state: "processing" } });
	const [paid, ended] = [
		await makePurchase(share, (await makeBuyer()).id, { state: "started" }),
		await makePurchase(share, (await makeBuyer()).id, { state: "refunded" }),
	];
	for (const { id } of [ended, paid])
		await grantPaid(ctx, {
			purchaseId: id,
			chargeId: `ch_${id}`,
			cardCountry: null,
			email: null,
			address: "buyer@example.test",
		});
	const rows = await ctx.db.select().from(purchases).where(eq(purchases.shareId, share.id));
	const states = new Map(rows.map(({ id, state }) => [id, state]));
	expect([purchase, paid, ended].map(({ id }) => states.get(id))).toEqual([
		"processing",
		"paid",
		"refunded",
	]);
});

const free = ({ id }: { id: string }) => grantFree(ctx, id, "buyer@example.test");
const release =
	(unasked: boolean) =>
	({ id }: { id: string }) =>
		releaseClaim(ctx, { id, buyerEmail: null }, { unasked });

it.each([
	["for nothing", "started", "free", "started", free],
	["directly and unasked", "claimed", "direct", "claimed", release(true)],
	["directly, as the creator decides", "paid", "direct", "claimed", release(false)],
] as const)(
	"knows that others have had its included file, %s: %s",
	async (_, expected, route, state, grant) => {
		const { share } = await makeGallery({ included: 1 });
		const give = async (fields: Partial<typeof purchases.$inferInsert>) => {
			const made = await makePurchase(share, (await makeBuyer()).id, { freeFiles: 1, ...fields });
			await makeLines(made, [{}]);
			return made;
		};
		const late = await give({ route, state });
		await give({});
		await grant(late);
		const [after] = await ctx.db.select().from(purchases).where(eq(purchases.id, late.id));
		expect(after?.state).toBe(expected);
	},
);
