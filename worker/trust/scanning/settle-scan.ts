import { and, eq, lte, ne, sql } from "drizzle-orm";
import { writeChecking } from "../../catalogue/shares/hold-files.ts";
import { publishHeld } from "../../catalogue/shares/publish.ts";
import { heldFiles, heldUploads, shares } from "../../catalogue/shares/tables.ts";
import { openCase } from "../../core/cases/open-case.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { log, serializeError } from "../../platform/log.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { lateScanMail, matchMail, uploadHeldMail } from "./scan-mails.ts";

const MAX_UPLOADS = 500;

async function findHeld(ctx: Ctx, uploadId: string) {
	const [held] = await ctx.db
		.select({
			upload: heldUploads,
			title: shares.title,
			creator: { email: users.email, locale: users.locale },
			waiting: sql<number>`(select count(*) from held_files
				where upload_id = held_uploads.id and verdict is null)`.as("waiting"),
		})
		.from(heldUploads)
		.innerJoin(shares, eq(shares.id, heldUploads.shareId))
		.innerJoin(users, eq(users.id, heldUploads.creatorId))
		.where(eq(heldUploads.id, uploadId));
	return held ?? null;
}

type Held = NonNullable<Awaited<ReturnType<typeof findHeld>>>;

/** A second run finds the case open, and changes nothing. */
async function keepForOperator(
	ctx: Ctx,
	{ upload, title, creator }: Held,
	match: typeof heldFiles.$inferSelect,
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
			.update(heldUploads)
			.set({ state: "found" })
			.where(and(eq(heldUploads.id, id), eq(heldUploads.state, "checking"))),
		writeChecking(ctx, shareId),
		queueMail(ctx, matchMail(ctx, about)),
		queueMail(ctx, uploadHeldMail(ctx, creator, about)),
	]);
	log("warn", "scan.match", { upload: id, share: shareId, file: match.id, found: about.found });
	flushOutbox(ctx);
}

/** Marked as decided, so that a later run continues if this one dies. */
export async function releaseUpload(ctx: Ctx, uploadId: string): Promise<void> {
	await ctx.db
		.update(heldUploads)
		.set({ state: "released" })
		.where(and(eq(heldUploads.id, uploadId), ne(heldUploads.state, "added")));
	await publishHeld(ctx, uploadId);
}

async function timeOut(ctx: Ctx, { upload, title }: Held): Promise<void> {
	const { id, toldAt, createdAt } = upload;
	const { SCAN_TIMEOUT_MINUTES: minutes, SCAN_ON_TIMEOUT: then } = ctx.config;
	if (toldAt !== null || createdAt + minutes * 60_000 > ctx.now()) return;
	log("warn", "scan.timed_out", { upload: id, share: upload.shareId, then });
	const [changed] = await ctx.db.batch([
		ctx.db
			.update(heldUploads)
			.set({ toldAt: ctx.now(), ...(then === "publish" && { state: "released" as const }) })
			.where(and(eq(heldUploads.id, id), eq(heldUploads.state, "checking")))
			.returning({ id: heldUploads.id }),
		queueMail(ctx, lateScanMail(ctx, { uploadId: id, title })),
	]);
	flushOutbox(ctx);
	// The scanner may have found something while this was decided.
	if (then === "publish" && changed.length > 0) await publishHeld(ctx, id);
}

/**
 * Publishes an upload if all files are clean, keeps it for the operator after a match, and follows the
 * configuration after the time-out.
 */
export async function settleScan(ctx: Ctx, uploadId: string): Promise<void> {
	const held = await findHeld(ctx, uploadId);
	if (!held || held.upload.state === "found") return;
	if (held.upload.state !== "checking") return publishHeld(ctx, uploadId);
	const [match] = await ctx.db
		.select()
		.from(heldFiles)
		.where(and(eq(heldFiles.uploadId, uploadId), eq(heldFiles.verdict, "match")))
		.orderBy(heldFiles.position)
		.limit(1);
	if (match) return keepForOperator(ctx, held, match);
	if (held.waiting === 0) return releaseUpload(ctx, uploadId);
	await timeOut(ctx, held);
}

/** After a crash, and after the time-out. */
export async function settleWaiting(ctx: Ctx): Promise<void> {
	const waiting = await ctx.db
		.select({ id: heldUploads.id })
		.from(heldUploads)
		.where(and(ne(heldUploads.state, sql`'found'`), lte(heldUploads.createdAt, ctx.now())))
		.orderBy(heldUploads.createdAt)
		.limit(MAX_UPLOADS);
	for (const { id } of waiting)
		await settleScan(ctx, id).catch((error: unknown) =>
			log("error", "scan.failed", { upload: id, ...serializeError(error) }),
		);
}
