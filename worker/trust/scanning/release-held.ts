import { and, eq, sql } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { heldUploads, shares } from "../../catalogue/shares/tables.ts";
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
export async function releaseHeld(ctx: OperatorCtx, shareId: string): Promise<void> {
	const held = await ctx.db
		.select({
			id: heldUploads.id,
			creatorId: heldUploads.creatorId,
			title: shares.title,
			known: cases,
		})
		.from(heldUploads)
		.innerJoin(shares, eq(shares.id, heldUploads.shareId))
		// The case of a match has the upload's id.
		.leftJoin(cases, and(eq(cases.id, heldUploads.id), eq(cases.state, "open")))
		.where(eq(heldUploads.shareId, shareId));
	if (held.length === 0) throw failure("operator.nothing_to_do");
	for (const { id, creatorId, title, known } of held) {
		const isHeld = sql`exists (select 1 from held_uploads where id = ${id} and state in ('checking', 'found'))`;
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
					.update(heldUploads)
					.set({ state: "released" })
					.where(and(eq(heldUploads.id, id), isHeld)),
			]),
		);
		await releaseUpload(ctx, id);
	}
}
