import type { Ctx } from "../context.ts";
import { mac } from "../platform/crypto.ts";
import { errorFacts, log } from "../platform/log.ts";
import { shareViews } from "./tables.ts";

// Crawlers, link unfurlers and monitors, by the words they put into their user agent.
const BOT =
	/bot\b|bot[/;_-]|crawl|spider|slurp|externalhit|facebookcatalog|unfurl|link ?preview|previewer|embedly|whatsapp|telegram|skypeuri|slack|discord|pinterest|vkshare|mastodon|bluesky|iframely|lighthouse|pagespeed|uptime|pingdom|statuscake|monitor/i;

/** True for what is known to be no person: by its own words, or because the edge verified it. */
export function isKnownBot(request: Request): boolean {
	if (BOT.test(request.headers.get("user-agent") ?? "")) return true;
	const category = request.cf?.verifiedBotCategory;
	return typeof category === "string" && category !== "";
}

/** True when a browser only fetches ahead, so that nobody has seen the page. */
function isAhead(request: Request): boolean {
	return /prefetch|prerender/i.test(
		request.headers.get("sec-purpose") ?? request.headers.get("purpose") ?? "",
	);
}

/** The UTC day of `now` (ms) as YYYY-MM-DD. */
export function dayOf(now: number): string {
	return new Date(now).toISOString().slice(0, 10);
}

/**
 * Counts a viewer of a share, once a day. The viewer is a keyed hash of address and user agent that
 * is another one the next day, so nobody can be followed by it. The owner and bots don't count.
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
	const who = `view\n${day}\n${ctx.address}\n${request.headers.get("user-agent") ?? ""}`;
	try {
		const viewer = await mac(ctx.config.APP_SECRET, who);
		await ctx.db
			.insert(shareViews)
			.values({ shareId: share.id, day, viewer, at: now })
			.onConflictDoNothing();
	} catch (error) {
		// A figure less is better than a page less.
		log("warn", "view.lost", { requestId: ctx.requestId, ...errorFacts(error) });
	}
}
