import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import type { Visit } from "../../platform/http/visit.ts";
import { mac } from "../../platform/security/crypto.ts";
import { networkOf } from "../../platform/security/networks.ts";
import { DIRECT, OTHER } from "./source.ts";
import type { shareViews } from "./tables.ts";

/** Keeps made-up sources from filling the table. */
const MAX_SOURCES = 50;

/** YYYY-MM-DD, in UTC; `now` in ms. */
export function dayOf(now: number): string {
	return new Date(now).toISOString().slice(0, 10);
}

type Viewer = Pick<typeof shareViews.$inferSelect, "shareId" | "day" | "network" | "viewer">;

export async function viewerOf(ctx: Ctx, shareId: string, { agent }: Visit): Promise<Viewer> {
	const day = dayOf(ctx.now());
	const from = `${day}\n${shareId}\n${networkOf(ctx.address)}`;
	const hash = (text: string) => mac(ctx.config.APP_SECRET, text);
	const [network, viewer] = await Promise.all([
		hash(`view-network\n${from}`),
		hash(`view\n${from}\n${agent}`),
	]);
	return { shareId, day, network, viewer };
}

export const isViewer = ({ shareId, day, network, viewer }: Viewer) =>
	sql`share_id = ${shareId} and day = ${day} and network = ${network} and viewer = ${viewer}`;

/** Returns `other` if the share has too many that day. */
export function limited(
	source: string,
	{ shareId, day }: Pick<Viewer, "shareId" | "day">,
): SQL<string> {
	const ofDay = sql`from share_days where share_id = ${shareId} and day = ${day}`;
	return sql<string>`case when ${source} = ${DIRECT} or exists (select 1 ${ofDay} and source = ${source})
		or (select count(distinct source) ${ofDay}) < ${MAX_SOURCES} then ${source} else ${OTHER} end`;
}
