import { and, eq, sql } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { quarantinedUploads, shares } from "../../catalogue/shares/tables.ts";
import { recordOperatorAct } from "../../core/audit-log/record-act.ts";
import { cases } from "../../core/cases/tables.ts";
import { failure } from "../../platform/errors.ts";
import { repeatable } from "../../platform/retrying.ts";
import { decideCase } from "../moderation/cases/decide-case.ts";
import { releaseUpload } from "./settle-scan.ts";

/**
 * Publishes despite the scanner, and closes the case of a match. Can be repeated after a crash. `shareId` is
 * `shares.id`. Throws `operator.nothing_to_do`.
 */
export async function releaseQuarantined(ctx: OperatorCtx, shareId: string): Promise<void> {
	const quarantined = await ctx.db
		.select({
			id: quarantinedUploads.id,
			creatorId: quarantinedUploads.creatorId,
			title: shares.title,
			known: cases,
		})
		.from(quarantinedUploads)
		.innerJoin(shares, eq(shares.id, quarantinedUploads.shareId))
		// The case of a match has the upload's id.
		.leftJoin(cases, and(eq(cases.id, quarantinedUploads.id), eq(cases.state, "open")))
		.where(eq(quarantinedUploads.shareId, shareId));
	if (quarantined.length === 0) throw failure("operator.nothing_to_do");
	for (const { id, creatorId, title, known } of quarantined) {
		const isHeld = sql`exists (select 1 from quarantined_uploads where id = ${id} and state in ('checking', 'found'))`;
		const decided = {
			caseId: id,
			creatorId,
			shareId,
			subject: title,
			category: "malware",
		} as const;
		await repeatable(() =>
			ctx.db.batch([
				recordOperatorAct(
					ctx,
					{
						act: "share.released",
						creatorId,
						subjectId: shareId,
						details: { subject: title, upload: id },
					},
					isHeld,
				),
				...(known
					? decideCase(
							ctx,
							known,
							{ ...decided, outcome: "no_action", text: "The files were published." },
							isHeld,
						)
					: []),
				ctx.db
					.update(quarantinedUploads)
					.set({ state: "released" })
					.where(and(eq(quarantinedUploads.id, id), isHeld)),
			]),
		);
		await releaseUpload(ctx, id);
	}
}
