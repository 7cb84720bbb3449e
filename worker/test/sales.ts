import type { Ctx } from "../context.ts";
import { type Access, authorise } from "../entitlements/authorise.ts";
import { buyers, purchaseHolders, purchases } from "../entitlements/tables.ts";
import { randomId } from "../platform/ids.ts";
import { sha256 } from "../platform/security/crypto.ts";
import { files, shares } from "../shares/tables.ts";
import { titleKey } from "../shares/title-key.ts";
import { makeCreator, testCtx } from "./test-app.ts";

type ShareRow = typeof shares.$inferSelect;
type PurchaseRow = typeof purchases.$inferSelect;

/** A published share with one file row (no object behind it). */
export async function makeShare(
	creatorId: string,
	fields: Partial<typeof shares.$inferInsert> = {},
): Promise<ShareRow> {
	const ctx = testCtx();
	const id = randomId();
	const now = ctx.now();
	const [share] = await ctx.db
		.insert(shares)
		.values({
			id,
			slug: randomId(),
			creatorId,
			title: "Sunset set",
			priceCents: 1000,
			status: "published",
			fileCount: 1,
			totalSize: 3,
			createdAt: now,
			publishedAt: now,
			...fields,
			titleKey: titleKey(fields.title ?? "Sunset set"),
		})
		.returning();
	if (!share) throw new Error("no share made");
	await ctx.db.insert(files).values({
		id: randomId(),
		shareId: id,
		position: 0,
		originalName: "sunset.txt",
		mimeType: "text/plain",
		size: 3,
		folderPath: "Main Files",
		objectKey: `originals/${id}/0`,
		etag: "etag",
		crc32: 0,
		modifiedAt: now,
		createdAt: now,
	});
	return share;
}

/** An anonymous buyer with the cookie that identifies them. */
export async function makeBuyer(fields: Partial<typeof buyers.$inferInsert> = {}): Promise<{
	id: string;
	cookies: Record<string, string>;
	ctx: Ctx;
}> {
	const token = randomId(32);
	const id = randomId();
	const tokenHash = await sha256(token);
	const ctx = testCtx({ credentials: { sessionHash: null, buyerHash: tokenHash } });
	const now = ctx.now();
	await ctx.db
		.insert(buyers)
		.values({ id, tokenHash, createdAt: now, expiresAt: now + 86_400_000, ...fields });
	return { id, cookies: { "__Host-buyer": token }, ctx };
}

/** A purchase in any state, held by `buyerId`, without a payment behind it. */
export async function makePurchase(
	share: ShareRow,
	buyerId: string,
	fields: Partial<typeof purchases.$inferInsert> = {},
): Promise<PurchaseRow> {
	const ctx = testCtx();
	const now = ctx.now();
	const [purchase] = await ctx.db
		.insert(purchases)
		.values({
			id: randomId(),
			shareId: share.id,
			shareTitle: share.title,
			creatorId: share.creatorId,
			buyerId,
			buyerEmail: "buyer@example.test",
			route: "card",
			state: "paid",
			priceCents: share.priceCents,
			currency: "usd",
			feeBps: 500,
			platformFeeCents: 50,
			reference: randomId(6),
			createdAt: now,
			paidAt: now,
			...fields,
		})
		.returning();
	if (!purchase) throw new Error("no purchase made");
	await ctx.db.insert(purchaseHolders).values({ purchaseId: purchase.id, buyerId, createdAt: now });
	return purchase;
}

/** A creator's share that one buyer has bought. */
export async function makeSale(
	fields: {
		share?: Partial<typeof shares.$inferInsert>;
		purchase?: Partial<typeof purchases.$inferInsert>;
	} = {},
) {
	const creator = await makeCreator();
	const share = await makeShare(creator.user.id, fields.share);
	const buyer = await makeBuyer();
	const purchase = await makePurchase(share, buyer.id, fields.purchase);
	return { creator, share, buyer, purchase };
}

/** In which quality the one who asks may have the share's bytes; null when refused. */
export async function accessFor(ctx: Ctx, share: { id: string }): Promise<Access | null> {
	return (await authorise(ctx, share)).access;
}
