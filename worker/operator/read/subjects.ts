import { and, asc, count, desc, eq, getTableColumns, isNull, lt, sql } from "drizzle-orm";
import { waitsForOld } from "../../accounts/address-change/pending-change.ts";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { addressChanges, passkeys, sessions } from "../../accounts/tables.ts";
import { files, heldUploads, shares } from "../../catalogue/shares/tables.ts";
import { auditLog } from "../../core/audit-log/tables.ts";
import { cases } from "../../core/cases/tables.ts";
import { users } from "../../core/tables.ts";
import { downloadLog } from "../../files/downloads/tables.ts";
import { presentPreview } from "../../files/previews/preview-of.ts";
import { renditions } from "../../files/previews/tables.ts";
import { ledger, payoutMethods } from "../../payments/tables.ts";
import { failure } from "../../platform/errors.ts";
import { openingOf } from "../../purchases/entitlements/access-sql.ts";
import { purchaseHolders, purchases } from "../../purchases/entitlements/tables.ts";
import { sumsByCurrency } from "../../purchases/entitlements/totals-sql.ts";
import { sanctions } from "../../trust/moderation/tables.ts";

const MOST = 50;
/** This many take-downs for copyright make a repeat infringer. */
export const REPEAT_INFRINGER = 3;

const actsWhere = (ctx: OperatorCtx, where: ReturnType<typeof eq> | undefined) =>
	ctx.replica.select().from(auditLog).where(where).orderBy(desc(auditLog.id)).limit(MOST);

/** Throws `creator.not_found`. */
export async function readCreator(ctx: OperatorCtx, id: string) {
	const [[user], methods, owned, sold, decided, about, open, keys, changes, acts, balances] =
		await ctx.replica.batch([
			ctx.replica.select().from(users).where(eq(users.id, id)),
			ctx.replica.select().from(payoutMethods).where(eq(payoutMethods.userId, id)),
			ctx.replica
				.select()
				.from(shares)
				.where(eq(shares.creatorId, id))
				.orderBy(desc(shares.createdAt))
				.limit(MOST),
			ctx.replica
				.select()
				.from(purchases)
				.where(eq(purchases.creatorId, id))
				.orderBy(desc(purchases.createdAt))
				.limit(MOST),
			ctx.replica
				.select()
				.from(sanctions)
				.where(eq(sanctions.creatorId, id))
				.orderBy(desc(sanctions.imposedAt))
				.limit(MOST),
			ctx.replica.select().from(cases).where(eq(cases.creatorId, id)).limit(MOST),
			ctx.replica.select({ n: count() }).from(sessions).where(eq(sessions.userId, id)),
			ctx.replica.select({ n: count() }).from(passkeys).where(eq(passkeys.userId, id)),
			ctx.replica
				.select({ email: addressChanges.email })
				.from(addressChanges)
				.where(waitsForOld(ctx, id)),
			actsWhere(ctx, eq(auditLog.creatorId, id)),
			sumsByCurrency(ctx.replica, sql`${id}`),
		]);
	if (!user) throw failure("creator.not_found");
	const infringements = decided.filter(
		({ kind, category, liftedAt }) =>
			kind === "take_down" && category === "copyright" && liftedAt === null,
	).length;
	return {
		user,
		shares: owned,
		sales: sold,
		sanctions: decided,
		cases: about,
		acts,
		payout: methods[0] ?? null,
		sessions: open[0]?.n ?? 0,
		passkeys: keys[0]?.n ?? 0,
		/** confirmed there, not at the old one */
		newAddress: changes[0]?.email ?? null,
		balances,
		infringements,
	};
}

/** Throws `share.not_found`. */
export async function readShare(ctx: OperatorCtx, id: string) {
	const [[found], fileRows, previewRows, decided, about, acts, [sold], held] =
		await ctx.replica.batch([
			ctx.replica
				.select({ share: shares, email: users.email, suspendedAt: users.suspendedAt })
				.from(shares)
				.innerJoin(users, eq(users.id, shares.creatorId))
				.where(eq(shares.id, id)),
			ctx.replica
				.select()
				.from(files)
				.where(eq(files.shareId, id))
				.orderBy(asc(files.position))
				.limit(MOST),
			ctx.replica
				.select()
				.from(renditions)
				.where(eq(renditions.shareId, id))
				.limit(MOST * 4),
			ctx.replica
				.select()
				.from(sanctions)
				.where(
					and(
						eq(sanctions.shareId, id),
						eq(sanctions.kind, "take_down"),
						isNull(sanctions.liftedAt),
					),
				),
			ctx.replica.select().from(cases).where(eq(cases.shareId, id)).limit(MOST),
			actsWhere(ctx, eq(auditLog.subjectId, id)),
			ctx.replica
				.select({ n: count() })
				.from(purchases)
				.where(and(openingOf(sql`${id}`), eq(purchases.state, "paid"))),
			ctx.replica.select().from(heldUploads).where(eq(heldUploads.shareId, id)),
		]);
	if (!found) throw failure("share.not_found");
	return {
		...found,
		sanctions: decided,
		cases: about,
		acts,
		paid: sold?.n ?? 0,
		held,
		// Only what buyers see before they pay.
		files: fileRows.map((file) => ({
			file,
			preview: presentPreview(
				file,
				{ images: found.share.imagePreview, samples: found.share.samples },
				previewRows.filter((row) => row.fileId === file.id),
			),
		})),
	};
}

/** Throws `purchase.not_found`. */
export async function readPurchase(ctx: OperatorCtx, id: string) {
	const [[found], lines, downloads, holders, acts] = await ctx.replica.batch([
		ctx.replica
			.select({ purchase: purchases, email: users.email })
			.from(purchases)
			.innerJoin(users, eq(users.id, purchases.creatorId))
			.where(eq(purchases.id, id)),
		ctx.replica.select().from(ledger).where(eq(ledger.purchaseId, id)).limit(MOST),
		ctx.replica.select().from(downloadLog).where(eq(downloadLog.purchaseId, id)).limit(MOST),
		ctx.replica
			.select({ n: count() })
			.from(purchaseHolders)
			.where(eq(purchaseHolders.purchaseId, id)),
		actsWhere(ctx, eq(auditLog.subjectId, id)),
	]);
	if (!found) throw failure("purchase.not_found");
	const byTime = lines.toSorted((a, b) => a.at - b.at);
	return { ...found, ledger: byTime, downloads, browsers: holders[0]?.n ?? 0, acts };
}

/** Returns the latest rows of the audit log, or those before a row. */
export function readAuditLog(ctx: OperatorCtx, { before }: { before?: number | undefined }) {
	return ctx.replica
		.select({ entry: auditLog, actor: users.email })
		.from(auditLog)
		.leftJoin(users, eq(users.id, auditLog.actorId))
		.where(lt(auditLog.id, before ?? Number.MAX_SAFE_INTEGER))
		.orderBy(desc(auditLog.id))
		.limit(100);
}

/** Returns the open cases, Pro first and then the oldest; or the closed ones, latest first. */
export function readCases(ctx: OperatorCtx, state: "open" | "closed") {
	return ctx.replica
		.select({
			...getTableColumns(cases),
			/** 1 while an appeal in it waits for an answer */
			isAppealed: sql<number>`exists (select 1 from sanctions s where s.case_id = cases.id
				and s.appeal = 'open' and s.lifted_at is null)`,
		})
		.from(cases)
		.where(eq(cases.state, state))
		.orderBy(desc(cases.priority), state === "open" ? asc(cases.updatedAt) : desc(cases.updatedAt))
		.limit(200);
}
