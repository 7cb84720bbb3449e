import { and, eq, inArray } from "drizzle-orm";
import { isOwnShare, notYours } from "../../catalogue/shares/fetch-own-share.ts";
import { files, shares } from "../../catalogue/shares/tables.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { csv } from "../../platform/csv.ts";
import { readChosenFiles } from "./chosen-files.ts";
import type { Choices } from "./contract.ts";
import { choosers } from "./tables.ts";

/** Throws `share.not_found`. */
export async function listChoices(ctx: CreatorCtx, { slug }: { slug: string }): Promise<Choices> {
	const own = isOwnShare(ctx, slug);
	const ofShare = inArray(
		choosers.shareId,
		ctx.replica.select({ id: shares.id }).from(shares).where(own),
	);
	const [[share], clients, rows] = await ctx.replica.batch([
		ctx.replica.select({ choosing: shares.choosing }).from(shares).where(own),
		ctx.replica.select().from(choosers).where(ofShare).orderBy(choosers.createdAt, choosers.id),
		readChosenFiles(ctx, ofShare, ctx.replica),
	]);
	if (!share) throw notYours();
	const byClient = Map.groupBy(rows, ({ chooserId }) => chooserId);
	return {
		choosing: share.choosing,
		clients: clients.map(({ id, name, createdAt, sentAt }) => ({
			id,
			name,
			createdAt: new Date(createdAt).toISOString(),
			sentAt: sentAt === null ? null : new Date(sentAt).toISOString(),
			files: (byClient.get(id) ?? []).map(({ chooserId: _, ...file }) => file),
		})),
	};
}

/** Throws `share.not_found`. */
export async function choicesCsv(ctx: CreatorCtx, { slug }: { slug: string }): Promise<string> {
	const { clients } = await listChoices(ctx, { slug });
	const named = await ctx.replica
		.select({ id: files.id, name: files.originalName, folder: files.folderPath })
		.from(files)
		.innerJoin(shares, eq(shares.id, files.shareId))
		.where(isOwnShare(ctx, slug));
	const fileOf = new Map(named.map((file) => [file.id, file]));
	return csv(
		["Client", "Sent", "File", "Folder", "Chosen", "Comment"],
		clients.flatMap(({ name, sentAt, files: listed }) =>
			listed.map(({ id, chosen, comment }) => [
				name,
				sentAt,
				fileOf.get(id)?.name ?? null,
				fileOf.get(id)?.folder ?? null,
				chosen ? "yes" : "no",
				comment,
			]),
		),
	);
}

/** Idempotent. */
export async function deleteChooser(
	ctx: CreatorCtx,
	{ slug, id }: { slug: string; id: string },
): Promise<void> {
	const own = ctx.db.select({ id: shares.id }).from(shares).where(isOwnShare(ctx, slug));
	await ctx.db.delete(choosers).where(and(eq(choosers.id, id), inArray(choosers.shareId, own)));
}

export async function deleteChoosersOfShare(ctx: Ctx, shareId: string): Promise<void> {
	await ctx.db.delete(choosers).where(eq(choosers.shareId, shareId));
}
