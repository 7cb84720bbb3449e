import { sql } from "drizzle-orm";
import { isbot } from "isbot";
import type { Ctx } from "../../core/context.ts";
import { visitOf } from "../../platform/http/visit.ts";
import { log, serializeError } from "../../platform/log.ts";
import { repeatable } from "../../platform/retrying.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { sourceOf } from "./source.ts";
import { shareDays, shareViews } from "./tables.ts";
import { isViewer, limited, viewerOf } from "./viewer.ts";

/** Link previews that identify themselves only by their own names. */
const LINK_PREVIEWS = /\bms-?office|microsoft (?:office|outlook)|\bviber/i;

/** By their user agent or the lack of one, or verified by the edge. */
export function isKnownBot(request: Request): boolean {
	const agent = request.headers.get("user-agent")?.trim();
	if (!agent || isbot(agent) || LINK_PREVIEWS.test(agent)) return true;
	const category = request.cf?.verifiedBotCategory;
	return typeof category === "string" && category !== "";
}

function isAhead(request: Request): boolean {
	return /prefetch|prerender/i.test(
		request.headers.get("sec-purpose") ?? request.headers.get("purpose") ?? "",
	);
}

const MAX_DECIDED = 5000;
/** Viewers (`shareViews.viewer`) already decided by the database: a reload costs it nothing. */
const decided = new Set<string>();

function remember(viewer: string): void {
	if (decided.size >= MAX_DECIDED) decided.clear();
	decided.add(viewer);
}

/**
 * Counts a viewer of a share (`shares.id`) once a day, by network and user agent; a network counts as at most
 * `VIEWS_PER_NETWORK`, since user agents can be forged. One batch decides, so concurrent views don't count more.
 * Keyed hashes that differ for every share and day prevent tracking. Viewers who ask not to be tracked count without
 * source and country.
 */
export async function recordView(
	ctx: Ctx,
	share: { id: string; isOwner: boolean },
	request: Request,
): Promise<void> {
	if (share.isOwner || request.method !== "GET" || isKnownBot(request) || isAhead(request)) return;
	const visit = visitOf(request);
	const from = sourceOf(visit, ctx.config.APP_ORIGIN);
	try {
		const viewer = await viewerOf(ctx, share.id, visit);
		const { shareId, day, network } = viewer;
		if (decided.has(viewer.viewer)) return;
		const isNew = sql`not exists (select 1 from share_views where ${isViewer(viewer)})
			and (select count(*) from share_views
				where share_id = ${shareId} and day = ${day} and network = ${network}
			) < ${ctx.config.VIEWS_PER_NETWORK}`;
		const source = from && limited(from.source, viewer);
		const country = from === null ? "" : (ctx.country ?? "");
		await repeatable(() =>
			ctx.db.batch([
				// Must precede the viewer's row.
				insertWhen(
					ctx.db,
					shareDays,
					{ shareId, day, source: source ?? "", country, views: 1 },
					isNew,
				).onConflictDoUpdate({
					target: [shareDays.shareId, shareDays.day, shareDays.source, shareDays.country],
					set: { views: sql`views + 1` },
				}),
				insertWhen(ctx.db, shareViews, { ...viewer, source, at: ctx.now() }, isNew),
			]),
		);
		remember(viewer.viewer);
	} catch (error) {
		// A missing count is better than a failed page.
		log("warn", "view.lost", serializeError(error));
	}
}
