import { eq, inArray, or } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { cases } from "../../core/cases/tables.ts";
import { users } from "../../core/tables.ts";
import { creatorHandles } from "../../pages/storefront/tables.ts";
import { failedRequests } from "../../platform/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { type ConsolePage, link, table } from "../console-page.tsx";

const MOST = 50;

/** The last word of a link to a share or a creator, or the text itself. */
function wordOf(text: string): string {
	const [, word] = /\/(?:share|c)\/([^/?#]+)/.exec(text) ?? [];
	return (word ?? text).trim();
}

/**
 * Searches by exact address of a creator or buyer, link or slug of a share, handle, reference of a purchase, one of
 * our ids, the provider's id of a payment, or id of a failed request.
 */
async function search(ctx: OperatorCtx, text: string) {
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
	const found = (kind: string, folder: string, id: string, label: string, note: string) => [
		kind,
		link(`/operator/${folder}/${id}`, label),
		note,
	];
	return [
		...creators.map((row) =>
			found("Creator", "creators", row.id, row.email, row.displayName ?? ""),
		),
		...handles.map(({ userId, handle, reservedUntil }) =>
			found("Creator", "creators", userId, `/c/${handle}`, reservedUntil ? "former handle" : ""),
		),
		...shareRows.map((row) => found("Share", "shares", row.id, row.title, row.status)),
		...sales.map((row) =>
			found("Purchase", "purchases", row.id, `${row.reference}: ${row.shareTitle}`, row.state),
		),
		...caseRows.map((row) => found("Case", "cases", row.id, row.subject, row.state)),
		...failed.map((row) => ["Failed request", `${row.method} ${row.path}: ${row.code}`, row.error]),
	];
}

export const searchPage = async (ctx: OperatorCtx, { q }: { q: string }): Promise<ConsolePage> => ({
	title: `Search: ${q}`,
	heading: "Search",
	query: q,
	sections: [
		{
			body: table(
				["What", "Name", "More"],
				await search(ctx, q),
				`Nothing is called exactly “${q}”. Search for a whole address, a link or its last word, a handle, a purchase’s reference, an id, or the id of a failed request.`,
			),
		},
	],
});
