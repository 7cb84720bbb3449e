import { and, eq } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { quarantinedUploads, shares } from "../../catalogue/shares/tables.ts";
import { recordOperatorAct } from "../../core/audit-log/record-act.ts";
import { cases } from "../../core/cases/tables.ts";
import { failure } from "../../platform/errors.ts";
import { withFreshRow } from "../../platform/storage/fresh-row.ts";
import { unlessSame } from "../../platform/storage/revisions.ts";
import { decideCase } from "../moderation/cases/decide-case.ts";
import { releaseUpload } from "./settle-scan.ts";

async function readQuarantined(ctx: OperatorCtx, shareId: string) {
	const uploads = await ctx.db
		.select({ upload: quarantinedUploads, title: shares.title, known: cases })
		.from(quarantinedUploads)
		.innerJoin(shares, eq(shares.id, quarantinedUploads.shareId))
		// The case of a match has the upload's id.
		.leftJoin(cases, and(eq(cases.id, quarantinedUploads.id), eq(cases.state, "open")))
		.where(eq(quarantinedUploads.shareId, shareId));
	if (uploads.length === 0) throw failure("operator.nothing_to_do");
	return { uploads };
}

type Quarantined = Awaited<ReturnType<typeof readQuarantined>>["uploads"][number];

function caseStatements(ctx: OperatorCtx, { upload, title, known }: Quarantined) {
	if (known === null) return [];
	const { id: caseId, creatorId, shareId } = upload;
	return decideCase(ctx, known, {
		caseId,
		creatorId,
		shareId,
		subject: title,
		category: "malware",
		outcome: "no_action",
		text: "The files were published.",
	});
}

/**
 * Publishes despite the scanner, and closes the case of a match. Can be repeated after a crash. `shareId` is
 * `shares.id`. Throws `operator.nothing_to_do`.
 */
export async function releaseQuarantined(ctx: OperatorCtx, shareId: string): Promise<void> {
	const { read } = await withFreshRow(
		ctx,
		() => readQuarantined(ctx, shareId),
		({ uploads }) => {
			const held = uploads.filter(
				({ upload: { state } }) => state === "checking" || state === "found",
			);
			return {
				guards: held.map(({ upload }) => unlessSame(ctx, quarantinedUploads, upload, ["state"])),
				acts: held.map(({ upload: { id: upload, creatorId }, title: subject }) =>
					recordOperatorAct(ctx, {
						act: "share.released",
						creatorId,
						subjectId: shareId,
						details: { subject, upload },
					}),
				),
				cases: held.flatMap((one) => caseStatements(ctx, one)),
				released: held.map(({ upload: { id } }) =>
					ctx.db
						.update(quarantinedUploads)
						.set({ state: "released" })
						.where(eq(quarantinedUploads.id, id)),
				),
			};
		},
	);
	for (const { upload } of read.uploads) await releaseUpload(ctx, upload.id);
}
