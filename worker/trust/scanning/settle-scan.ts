import { and, eq, lte, ne, sql } from "drizzle-orm";
import { publishQuarantined } from "../../catalogue/shares/publish.ts";
import { writeChecking } from "../../catalogue/shares/quarantine.ts";
import { quarantinedFiles, quarantinedUploads, shares } from "../../catalogue/shares/tables.ts";
import { openCase } from "../../core/cases/open-case.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { log, serializeError } from "../../platform/log.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { lateScanMail, matchMail, quarantineMail } from "./mails.ts";

const MAX_UPLOADS = 500;

async function findQuarantined(ctx: Ctx, uploadId: string) {
	const [quarantined] = await ctx.db
		.select({
			upload: quarantinedUploads,
			title: shares.title,
			creator: { email: users.email, locale: users.locale },
			waiting: sql<number>`(select count(*) from quarantined_files
				where upload_id = quarantined_uploads.id and verdict is null)`.as("waiting"),
		})
		.from(quarantinedUploads)
		.innerJoin(shares, eq(shares.id, quarantinedUploads.shareId))
		.innerJoin(users, eq(users.id, quarantinedUploads.creatorId))
		.where(eq(quarantinedUploads.id, uploadId));
	return quarantined ?? null;
}

type Quarantined = NonNullable<Awaited<ReturnType<typeof findQuarantined>>>;

/** A second run finds the case open, and changes nothing. */
async function keepForOperator(
	ctx: Ctx,
	{ upload, title, creator }: Quarantined,
	match: typeof quarantinedFiles.$inferSelect,
): Promise<void> {
	const { id, shareId, creatorId } = upload;
	const about = {
		uploadId: id,
		title,
		fileName: match.file.originalName,
		found: match.found ?? "",
	};
	const opened = { id, kind: "review", category: "malware", shareId, creatorId } as const;
	await ctx.db.batch([
		...openCase(ctx, {
			...opened,
			subject: title,
			message: `${about.fileName}\n${about.found}`,
		}),
		ctx.db
			.update(quarantinedUploads)
			.set({ state: "found" })
			.where(and(eq(quarantinedUploads.id, id), eq(quarantinedUploads.state, "checking"))),
		writeChecking(ctx, shareId),
		queueMail(ctx, matchMail(ctx, about)),
		queueMail(ctx, quarantineMail(ctx, { ...creator, ...about })),
	]);
	log("warn", "scan.match", { upload: id, share: shareId, file: match.id, found: about.found });
	flushOutbox(ctx);
}

/** Marked as decided, so that a later run continues if this one dies. */
export async function releaseUpload(ctx: Ctx, uploadId: string): Promise<void> {
	await ctx.db
		.update(quarantinedUploads)
		.set({ state: "released" })
		.where(and(eq(quarantinedUploads.id, uploadId), ne(quarantinedUploads.state, "added")));
	await publishQuarantined(ctx, uploadId);
}

async function timeOut(ctx: Ctx, { upload, title }: Quarantined): Promise<void> {
	const { id, toldAt, createdAt } = upload;
	const { SCAN_TIMEOUT_MINUTES: minutes, SCAN_ON_TIMEOUT: then } = ctx.config;
	if (toldAt !== null || createdAt + minutes * 60_000 > ctx.now()) return;
	log("warn", "scan.timed_out", { upload: id, share: upload.shareId, then });
	const [changed] = await ctx.db.batch([
		ctx.db
			.update(quarantinedUploads)
			.set({ toldAt: ctx.now(), ...(then === "publish" && { state: "released" as const }) })
			.where(and(eq(quarantinedUploads.id, id), eq(quarantinedUploads.state, "checking")))
			.returning({ id: quarantinedUploads.id }),
		queueMail(ctx, lateScanMail(ctx, { uploadId: id, title })),
	]);
	flushOutbox(ctx);
	// The scanner may have found something while this was decided.
	if (then === "publish" && changed.length > 0) await publishQuarantined(ctx, id);
}

/**
 * Publishes an upload if all files are clean, keeps it for the operator after a match, and follows the
 * configuration after the time-out.
 */
export async function settleScan(ctx: Ctx, uploadId: string): Promise<void> {
	const quarantined = await findQuarantined(ctx, uploadId);
	if (!quarantined || quarantined.upload.state === "found") return;
	if (quarantined.upload.state !== "checking") return publishQuarantined(ctx, uploadId);
	const [match] = await ctx.db
		.select()
		.from(quarantinedFiles)
		.where(and(eq(quarantinedFiles.uploadId, uploadId), eq(quarantinedFiles.verdict, "match")))
		.orderBy(quarantinedFiles.position)
		.limit(1);
	if (match) return keepForOperator(ctx, quarantined, match);
	if (quarantined.waiting === 0) return releaseUpload(ctx, uploadId);
	await timeOut(ctx, quarantined);
}

/** After a crash, and after the time-out. */
export async function settleWaiting(ctx: Ctx): Promise<void> {
	const waiting = await ctx.db
		.select({ id: quarantinedUploads.id })
		.from(quarantinedUploads)
		.where(
			and(ne(quarantinedUploads.state, sql`'found'`), lte(quarantinedUploads.createdAt, ctx.now())),
		)
		.orderBy(quarantinedUploads.createdAt)
		.limit(MAX_UPLOADS);
	for (const { id } of waiting)
		await settleScan(ctx, id).catch((error: unknown) =>
			log("error", "scan.failed", { upload: id, ...serializeError(error) }),
		);
}
