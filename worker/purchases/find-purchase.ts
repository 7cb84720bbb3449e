import { and, eq, or, type SQL } from "drizzle-orm";
import { givenName } from "../accounts/contract.ts";
import { shares } from "../catalogue/shares/tables.ts";
import type { Locale } from "../contract/locales.ts";
import type { Ctx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { LATE_PAYMENT_MS } from "./entitlements/access-sql.ts";
import { purchases } from "./entitlements/tables.ts";
import { boughtFiles, boughtIn } from "./singles/bought.ts";
import type { Bought } from "./singles/contract.ts";

export type PurchaseRow = typeof purchases.$inferSelect;

export type Sale = {
	readonly purchase: PurchaseRow;
	readonly slug: string;
	/** null for the whole share */
	readonly bought: Bought | null;
	/** when the share ends for buyers; null if the files stay */
	readonly accessEndsAt: number | null;
	readonly creator: {
		readonly email: string;
		readonly verified: boolean;
		readonly name: string | null;
		/** of mails to the creator; the buyer's is `purchase.locale` */
		readonly locale: Locale;
		/** mail to the address is pointless */
		readonly isDeleted: boolean;
	};
};

/** In ms, like `isWithinAccess`; null if the share doesn't end for buyers. */
export function accessEnd(
	{ endsAccess, expiresAt }: Pick<typeof shares.$inferSelect, "endsAccess" | "expiresAt">,
	{ paidAt }: Pick<typeof purchases.$inferSelect, "paidAt">,
): number | null {
	if (!endsAccess || expiresAt === null) return null;
	return paidAt !== null && paidAt > expiresAt ? paidAt + LATE_PAYMENT_MS : expiresAt;
}

export async function findSales(ctx: Ctx, where: SQL | undefined, most: number): Promise<Sale[]> {
	const rows = await ctx.db
		.select({
			purchase: purchases,
			slug: shares.slug,
			bought: boughtFiles(),
			endsAccess: shares.endsAccess,
			expiresAt: shares.expiresAt,
			email: users.email,
			locale: users.locale,
			verifiedAt: users.emailVerifiedAt,
			displayName: users.displayName,
			firstName: users.firstName,
			lastName: users.lastName,
			deletedAt: users.deletedAt,
		})
		.from(purchases)
		.innerJoin(shares, eq(shares.id, purchases.shareId))
		.innerJoin(users, eq(users.id, purchases.creatorId))
		.where(where)
		.orderBy(purchases.id)
		.limit(most);
	return rows.map(
		({
			purchase,
			slug,
			bought,
			email,
			locale,
			verifiedAt,
			deletedAt,
			endsAccess,
			expiresAt,
			...name
		}) => ({
			purchase,
			slug,
			bought: boughtIn(bought),
			accessEndsAt: accessEnd({ endsAccess, expiresAt }, purchase),
			creator: {
				email,
				verified: verifiedAt !== null,
				name: givenName(name),
				locale,
				isDeleted: deletedAt !== null,
			},
		}),
	);
}

export async function findSale(ctx: Ctx, where: SQL | undefined): Promise<Sale | null> {
	const [sale] = await findSales(ctx, where, 1);
	return sale ?? null;
}

export function findSaleById(ctx: Ctx, id: string): Promise<Sale | null> {
	return findSale(ctx, eq(purchases.id, id));
}

/** Found by the payment's metadata if its id was not stored in time. */
export function findSaleOfPayment(
	ctx: Ctx,
	payment: { intentId: string; purchaseId: string | null },
): Promise<Sale | null> {
	return findSale(
		ctx,
		and(
			eq(purchases.route, "card"),
			payment.purchaseId === null
				? eq(purchases.paymentIntentId, payment.intentId)
				: or(eq(purchases.paymentIntentId, payment.intentId), eq(purchases.id, payment.purchaseId)),
		),
	);
}
