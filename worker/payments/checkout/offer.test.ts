import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { shares } from "../../catalogue/shares/tables.ts";
import { makeOffer } from "../../test/fixtures/sale-helpers.ts";
import { testCtx } from "../../test/fixtures/test-app.ts";
import { payoutMethods } from "../tables.ts";
import { isSameOffer, readOffer, toOfferRequest } from "./offer.ts";

const ctx = testCtx();

type Columns = Partial<typeof payoutMethods.$inferInsert>;

const CHANGES: Columns[] = [
	{ cashAppHandle: "$current" },
	{ directLink: "https://paypal.me/current" },
	{ releaseOnConfirmation: true },
	{ acceptsCards: false },
	{ acceptsDelayed: true },
];

// G14
it.each(CHANGES)("writes nothing on an offer from before the creator set %j", async (columns) => {
	const { creator, share } = await makeOffer();
	const own = eq(payoutMethods.userId, creator.user.id);
	const former = { userId: creator.user.id, cashAppHandle: "$former", updatedAt: ctx.now() };
	await ctx.db.insert(payoutMethods).values(former);
	const request = await toOfferRequest(ctx, { slug: share.slug });
	const offer = await readOffer(ctx, ctx.db, request);
	if (!offer) throw new Error("there is no offer");
	const isStill = async () => {
		const condition = isSameOffer(ctx, offer, request).mapWith(Boolean);
		const [row] = await ctx.db.select({ condition }).from(shares).where(eq(shares.id, share.id));
		return row?.condition;
	};
	expect(await isStill()).toBe(true);
	await ctx.db.update(payoutMethods).set(columns).where(own);
	expect(await isStill()).toBe(false);
});
