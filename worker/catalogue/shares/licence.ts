import { sql } from "drizzle-orm";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { licences } from "./tables.ts";

export const licenceText = () =>
	sql<string | null>`(select licences.text from licences where licences.id = shares.licence_id)`;

export const boughtLicence = () =>
	sql<string | null>`(select licences.text from licences where licences.id = purchases.licence_id)`;

export function storeLicence(
	ctx: Ctx,
	row: { id: string; licenceId?: string | null },
	text: string | null | undefined,
) {
	const { id: shareId, licenceId: id } = row;
	if (!id || !text) return [];
	// A repeated call finds the share with the first call's licence.
	const isNamed = sql`${id} = (select licence_id from shares where shares.id = ${shareId})`;
	const licence = { id, shareId, text, createdAt: ctx.now() };
	return [insertWhen(ctx.db, licences, licence, isNamed).onConflictDoNothing()];
}

export const boughtPartLicence = () =>
	sql<
		string | null
	>`(select licences.text from licences where licences.id = purchase_parts.licence_id)`;

/** Returns the share's column, and the statements that must follow its update. */
export function licenceEdit(ctx: CreatorCtx, shareId: string, text: string | null | undefined) {
	if (text === undefined) return { columns: {}, statements: [] };
	const licenceId = text ? ctx.id() : null;
	return {
		columns: { licenceId },
		statements: [
			...storeLicence(ctx, { id: shareId, licenceId }, text),
			deleteUnused(ctx, shareId),
		],
	};
}

/** Keeps the texts of attempts that can still be paid; `isOver` is true once none can. */
export function deleteUnused(ctx: Ctx, shareId: string, isOver = false) {
	const counts = isOver ? sql`purchases.paid_at is not null` : sql`true`;
	return ctx.db.delete(licences).where(sql`licences.share_id = ${shareId}
		and licences.id is not (select shares.licence_id from shares where shares.id = ${shareId})
		and not exists (select 1 from purchases where purchases.licence_id = licences.id and ${counts})
		and not exists (select 1 from purchase_parts cross join purchases
			on purchases.id = purchase_parts.purchase_id
			where purchase_parts.licence_id = licences.id and ${counts})`);
}
