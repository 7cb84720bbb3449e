import type { Ctx } from "../context.ts";
import { errorFacts, log } from "../platform/log.ts";
import type { Entitled } from "./entitled.ts";
import { downloadLog } from "./tables.ts";

type Taken = { entitled: Entitled; what: string; userAgent: string | null; country: string | null };

/** Writes one line into the access log. A failure is logged and never spoils the download. */
export async function recordDownload(
	ctx: Ctx,
	{ entitled: { share, access }, what, userAgent, country }: Taken,
): Promise<void> {
	try {
		await ctx.db.insert(downloadLog).values({
			id: ctx.id(),
			shareId: share.id,
			// Who comes through a share in `link` mode need not be the one who paid.
			purchaseId: access.as === "buyer" ? access.purchaseId : null,
			what,
			at: ctx.now(),
			country,
			userAgent: userAgent?.slice(0, 300) ?? null,
		});
	} catch (error) {
		log("error", "download.not_recorded", { requestId: ctx.requestId, ...errorFacts(error) });
	}
}
