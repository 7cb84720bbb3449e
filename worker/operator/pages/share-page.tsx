import { and, asc, count, desc, eq, isNull, sql } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { files, quarantinedUploads, shares } from "../../catalogue/shares/tables.ts";
import { paths } from "../../contract/paths.ts";
import { auditLog } from "../../core/audit-log/tables.ts";
import { cases } from "../../core/cases/tables.ts";
import { users } from "../../core/tables.ts";
import { formatSize } from "../../files/contract/files.ts";
import { presentPreview, shownPictures } from "../../files/previews/preview-of.ts";
import { renditions } from "../../files/previews/tables.ts";
import { failure } from "../../platform/errors.ts";
import { openingOf } from "../../purchases/entitlements/access-sql.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { sanctions } from "../../trust/moderation/tables.ts";
import { offersOn } from "../acts.tsx";
import {
	type ConsolePage,
	history,
	link,
	money,
	muted,
	properties,
	tag,
	time,
} from "../console-page.tsx";
import { casesSection, decisionsSection } from "./decisions.tsx";

const MOST = 50;

/** True if anyone may still get bytes of a share, now or after the scanner's answer. */
function canBeTakenDown(
	{ status, checking, deletion, keptUntil }: typeof shares.$inferSelect,
	now: number,
): boolean {
	if (status === "deleted") return deletion !== null && (keptUntil ?? 0) > now;
	return status === "published" || (status === "uploading" && checking !== null);
}

export async function sharePage(ctx: OperatorCtx, { id }: { id: string }): Promise<ConsolePage> {
	const [[found], fileRows, previewRows, decided, about, acts, [sold], held] =
		await ctx.replica.batch([
			ctx.replica
				.select({ share: shares, email: users.email })
				.from(shares)
				.innerJoin(users, eq(users.id, shares.creatorId))
				.where(eq(shares.id, id)),
			ctx.replica
				.select()
				.from(files)
				.where(eq(files.shareId, id))
				.orderBy(asc(files.position))
				.limit(MOST),
			ctx.replica
				.select()
				.from(renditions)
				.where(eq(renditions.shareId, id))
				.limit(MOST * 4),
			ctx.replica
				.select()
				.from(sanctions)
				.where(
					and(
						eq(sanctions.shareId, id),
						eq(sanctions.kind, "take_down"),
						isNull(sanctions.liftedAt),
					),
				),
			ctx.replica.select().from(cases).where(eq(cases.shareId, id)).limit(MOST),
			ctx.replica
				.select()
				.from(auditLog)
				.where(eq(auditLog.subjectId, id))
				.orderBy(desc(auditLog.id))
				.limit(MOST),
			ctx.replica
				.select({ n: count() })
				.from(purchases)
				.where(and(openingOf(sql`${id}`), eq(purchases.state, "paid"))),
			ctx.replica.select().from(quarantinedUploads).where(eq(quarantinedUploads.shareId, id)),
		]);
	if (!found) throw failure("share.not_found");
	const { share } = found;
	const offer = offersOn(ctx, `/operator/shares/${id}`);
	const shown = shownPictures(share);
	const isMatch = held.some(({ state }) => state === "found");
	/** Sharp while buyers may see it so; otherwise the tiny raster, which is part of the page. */
	const picture = (file: (typeof fileRows)[number]) => {
		const renditionRows = previewRows.filter((row) => row.fileId === file.id);
		const preview = presentPreview(file, shown, renditionRows);
		const url = (share.status === "published" ? preview?.src : null) ?? preview?.placeholder;
		return url ? <img src={url} alt="" loading="lazy" /> : <span class="blank">no picture</span>;
	};
	return {
		title: share.title,
		intro: ["Share ", tag(share.status), " ", share.legalOrder && tag("legal_order")],
		sections: [
			{
				heading: "Files, as buyers see them before they pay",
				body: (
					<>
						<div class="previews">
							{fileRows.map((file) => (
								<figure key={file.id}>
									{picture(file)}
									<figcaption>
										{file.originalName} {muted(formatSize(file.size))}
									</figcaption>
								</figure>
							))}
						</div>
						{fileRows.length < share.fileCount && (
							<p class="muted">
								The first {fileRows.length} of {share.fileCount}.
							</p>
						)}
					</>
				),
			},
			casesSection(about),
			history(acts),
		],
		aside: [
			{
				heading: "About",
				body: properties([
					["Link", link(paths.share(share.slug), paths.share(share.slug))],
					["Creator", link(`/operator/creators/${share.creatorId}`, found.email)],
					["Price", money(share.priceCents, share.currency)],
					["Sold by", share.saleMode],
					["Paid purchases", sold?.n],
					["Size", formatSize(share.totalSize)],
					["Published", time(share.publishedAt)],
					[
						"Held",
						held.length === 0
							? "nothing"
							: isMatch
								? "The scanner found something; the case says what."
								: "The scanner has not answered yet.",
					],
					["Description", share.description],
					["Id", id],
				]),
			},
			...decisionsSection(decided, offer),
			{
				heading: "Act",
				body: [
					held.length > 0 && offer("/shares/:id/release", id),
					canBeTakenDown(share, ctx.now()) && offer("/shares/:id/take-down", id),
					fileRows.length > 0 &&
						offer("/shares/:id/original", id, {
							fields: {
								fileId: { options: fileRows.map((file) => [file.id, file.originalName] as const) },
							},
						}),
				],
			},
		],
	};
}
