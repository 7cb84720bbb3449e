import { sql } from "drizzle-orm";
import { isbot } from "isbot";
import type { Ctx } from "../context.ts";
import { log, serializeError } from "../platform/log.ts";
import { repeatable } from "../platform/retrying.ts";
import { networkOf } from "../platform/security/attempts.ts";
import { mac } from "../platform/security/crypto.ts";
import { insertWhen } from "../platform/storage/insert-when.ts";
import { shareViews } from "./tables.ts";

/** Returns true for known bots: by their user agent, or verified by the edge. */
function isKnownBot(request: Request): boolean {
	if (isbot(request.headers.get("user-agent"))) return true;
	const category = request.cf?.verifiedBotCategory;
	return typeof category === "string" && category !== "";
}

/** Returns true when a browser only prefetches, so that nobody has seen the page. */
function isAhead(request: Request): boolean {
	return /prefetch|prerender/i.test(
		request.headers.get("sec-purpose") ?? request.headers.get("purpose") ?? "",
	);
}

/** Returns the UTC day of `now` (ms) as YYYY-MM-DD. */
function dayOf(now: number): string {
	return new Date(now).toISOString().slice(0, 10);
}

/**
 * Counts a viewer of a share, once a day. A viewer is identified by network and user agent, and one
 * network counts as at most `VIEWS_PER_NETWORK` viewers of a share and day, since user agents can be
 * forged: one statement decides, so concurrent views count no more. Both are stored as keyed hashes that
 * differ for every share and day, so viewers cannot be tracked by them. The owner and bots don't count.
 * `share.id` is `shares.id`.
 */
export async function recordView(
	ctx: Ctx,
	share: { id: string; isOwner: boolean },
	request: Request,
): Promise<void> {
	if (share.isOwner || request.method !== "GET" || isKnownBot(request) || isAhead(request)) return;
	const now = ctx.now();
	const day = dayOf(now);
	const from = `${day}\n${share.id}\n${networkOf(ctx.address)}`;
	const agent = request.headers.get("user-agent") ?? "";
	const hash = (text: string) => mac(ctx.config.APP_SECRET, text);
	try {
		const [network, viewer] = await Promise.all([
			hash(`view-network\n${from}`),
			hash(`view\n${from}\n${agent}`),
		]);
		const counting = insertWhen(
			ctx.db,
			shareViews,
			{ shareId: share.id, day, network, viewer, at: now },
			sql`(select count(*) from share_views
				where share_id = ${share.id} and day = ${day} and network = ${network}
			) < ${ctx.config.VIEWS_PER_NETWORK}`,
		).onConflictDoNothing();
		await repeatable(() => counting);
	} catch (error) {
		// A missing count is better than a failed page.
		log("warn", "view.lost", serializeError(error));
	}
}
