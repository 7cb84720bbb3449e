import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { users } from "../../core/tables.ts";
import { makeSale } from "../../test/fixtures/sales.ts";
import { request, testCtx } from "../../test/fixtures/test-app.ts";

const ctx = testCtx();

type Sold = Parameters<typeof makeSale>[0];

/** The words to the buyer about the receipt. */
async function told(fields: Sold, emailVerifiedAt: number | null) {
	const { share, buyer, creator } = await makeSale(fields);
	await ctx.db.update(users).set({ emailVerifiedAt }).where(eq(users.id, creator.user.id));
	const page = async (cookies = {}) =>
		(await request(`/api/file-shares/${share.slug}`, { cookies })).json<ShareResponse>();
	const stranger = await page();
	expect(stranger).not.toHaveProperty("receiptMailed");
	expect(stranger.creator.mailsReceipts).toBe(emailVerifiedAt !== null);
	const mine = await page(buyer.cookies);
	expect(mine.fileShare.isPaid).toBe(true);
	return mine.receiptMailed ?? false;
}

it.each([
	["card", "buyer@example.test", true, true],
	["card", "buyer@example.test", false, true],
	["card", null, true, false],
	["direct", "buyer@example.test", true, true],
	["direct", "buyer@example.test", false, false],
	["direct", null, true, false],
	["free", "buyer@example.test", true, true],
	["free", "buyer@example.test", false, false],
] as const)(
	"a buyer by %s with the address %s is told of a mail only where one was sent (creator verified: %s)",
	async (route, buyerEmail, isVerified, isMailed) => {
		const purchase = { route, buyerEmail };
		expect(await told({ purchase }, isVerified ? ctx.now() : null)).toBe(isMailed);
	},
);

it("shows the creator's thanks to those who have paid, unless the creator is suspended", async () => {
	const { share, buyer, creator } = await makeSale();
	const set = (fields: Partial<typeof users.$inferInsert>) =>
		ctx.db.update(users).set(fields).where(eq(users.id, creator.user.id));
	const thanksFor = async (cookies = {}) =>
		(await (await request(`/api/file-shares/${share.slug}`, { cookies })).json<ShareResponse>())
			.thanks;
	expect(await thanksFor(buyer.cookies)).toBeUndefined();
	await set({ thanks: "Enjoy it!" });
	expect(await thanksFor(buyer.cookies)).toBe("Enjoy it!");
	expect(await thanksFor()).toBeUndefined();
	expect(await thanksFor(creator.cookies)).toBeUndefined();
	await set({ suspendedAt: 1 });
	expect(await thanksFor(buyer.cookies)).toBeUndefined();
});
