import { eq, inArray, or } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { cases } from "../../core/cases/tables.ts";
import { users } from "../../core/tables.ts";
import { creatorHandles } from "../../pages/storefront/tables.ts";
import { failedRequests } from "../../platform/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";

/** The results, each with the path of its page. */
export type Found = { kind: string; label: string; note: string; path: string | null };

const MOST = 50;

/** The last word of a link to a share or a creator, or the text itself. */
function wordOf(text: string): string {
	const [, word] = /\/(?:share|c)\/([^/?#]+)/.exec(text) ?? [];
	return (word ?? text).trim();
}

/**
 * Searches by the exact address of a creator or buyer, the link or slug of a share, the handle of a creator, the
 * reference of a purchase, an id of ours or a payment's at the provider, or the id of a failed request.
 */
export async function search(ctx: OperatorCtx, text: string): Promise<Found[]> {
	const word = wordOf(text);
	const lower = word.toLowerCase();
	if (word === "") return [];
	const [creators, handles, shareRows, sales, caseRows, failed] = await ctx.replica.batch([
		ctx.replica
			.select()
			.from(users)
			.where(or(eq(users.email, lower), eq(users.id, word)))
			.limit(MOST),
		ctx.replica.select().from(creatorHandles).where(eq(creatorHandles.handle, lower)).limit(MOST),
		ctx.replica
			.select()
			.from(shares)
			.where(or(eq(shares.slug, word), eq(shares.id, word)))
			.limit(MOST),
		ctx.replica
			.select()
			.from(purchases)
			.where(
				or(
					eq(purchases.buyerEmail, lower),
					inArray(purchases.reference, [word, word.toUpperCase()]),
					eq(purchases.id, word),
					eq(purchases.paymentIntentId, word),
				),
			)
			.limit(MOST),
		ctx.replica
			.select()
			.from(cases)
			.where(or(eq(cases.email, lower), eq(cases.id, word)))
			.limit(MOST),
		ctx.replica.select().from(failedRequests).where(eq(failedRequests.requestId, word)),
	]);
	return [
		...creators.map((row) => ({
			kind: "Creator",
			label: row.email,
			note: row.displayName ?? "",
			path: `/operator/creators/${row.id}`,
		})),
		...handles.map((row) => ({
			kind: "Creator",
			label: `/c/${row.handle}`,
			note: row.heldUntil === null ? "" : "former handle",
			path: `/operator/creators/${row.userId}`,
		})),
		...shareRows.map((row) => ({
			kind: "Share",
			label: row.title,
			note: row.status,
			path: `/operator/shares/${row.id}`,
		})),
		...sales.map((row) => ({
			kind: "Purchase",
			label: `${row.reference}: ${row.shareTitle}`,
			note: row.state,
			path: `/operator/purchases/${row.id}`,
		})),
		...caseRows.map((row) => ({
			kind: "Case",
			label: row.subject,
			note: row.state,
			path: `/operator/cases/${row.id}`,
		})),
		...failed.map((row) => ({
			kind: "Failed request",
			label: `${row.method} ${row.path}: ${row.code}`,
			note: row.error,
			path: null,
		})),
	];
}
