import { and, asc, eq, sql } from "drizzle-orm";
import type * as z from "zod";
import {
	MAX_TEMPLATES,
	type ShareTemplate,
	type TemplateDetails,
	type templateInput,
} from "../../contract/catalogue/templates.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { isUniqueViolation } from "../../platform/storage/db.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { nextRevision, unlessChanged } from "../../platform/storage/revisions.ts";
import { formDetails } from "../shares/form-details.ts";
import { templates } from "./tables.ts";

type Input = z.output<typeof templateInput>;

type Row = typeof templates.$inferSelect;

const present = ({ id, name, details, updatedAt }: Row): ShareTemplate => ({
	id,
	name,
	details,
	updatedAt: new Date(updatedAt).toISOString(),
});

const presentRevised = (row: Row) => ({ ...present(row), revision: row.revision });

const isOwn = ({ user }: CreatorCtx, id: string) =>
	and(eq(templates.id, id), eq(templates.creatorId, user.id));

/** Does what may violate the name's index. Throws `template.taken`. */
async function unlessTaken<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (isUniqueViolation(error)) throw failure("template.taken");
		throw error;
	}
}

/** Returns the creator's templates by their names. */
export async function listTemplates({ replica, user }: CreatorCtx): Promise<ShareTemplate[]> {
	const rows = await replica
		.select()
		.from(templates)
		.where(eq(templates.creatorId, user.id))
		.orderBy(asc(templates.name));
	return rows.map(present);
}

/** Makes a template while there are not too many. Throws `template.taken`, `template.too_many`. */
export async function createTemplate(ctx: CreatorCtx, { name, details }: Input) {
	const { db, user } = ctx;
	const now = ctx.now();
	const row = { id: ctx.id(), creatorId: user.id, name, details, createdAt: now, updatedAt: now };
	const isFree = sql`(select count(*) from templates others where others.creator_id = ${user.id})
		< ${MAX_TEMPLATES}`;
	const [made] = await unlessTaken(() =>
		insertWhen(db, templates, row, isFree).returning().execute(),
	);
	if (!made) throw failure("template.too_many");
	return presentRevised(made);
}

/**
 * Makes a template of a share's description, licence and settings. Throws `share.not_found` and what
 * `createTemplate` throws.
 */
export async function templateOfShare(
	ctx: CreatorCtx,
	{ slug, name }: { slug: string; name: string },
) {
	const { title: _, ...details } = await formDetails(ctx, slug);
	return createTemplate(ctx, { name, details });
}

/** Changes what is given of a template. Throws `template.not_found`. */
async function change(
	ctx: CreatorCtx,
	id: string,
	changes: { name?: string; details?: TemplateDetails },
) {
	const [, [changed]] = await ctx.db.batch([
		unlessChanged(ctx, templates, isOwn(ctx, id)),
		ctx.db
			.update(templates)
			.set({ ...changes, updatedAt: ctx.now(), ...nextRevision(ctx, templates) })
			.where(isOwn(ctx, id))
			.returning(),
	]);
	if (!changed) throw failure("template.not_found");
	return presentRevised(changed);
}

/** Renames a template. Throws `template.not_found`, `template.taken`. */
export const renameTemplate = (ctx: CreatorCtx, id: string, name: string) =>
	unlessTaken(() => change(ctx, id, { name }));

/** Gives a template other contents. Throws `template.not_found`. */
export const replaceTemplate = (ctx: CreatorCtx, id: string, details: TemplateDetails) =>
	change(ctx, id, { details });

/** Deletes a template; one that does not exist is gone already. */
export async function deleteTemplate(ctx: CreatorCtx, id: string): Promise<void> {
	await ctx.db.batch([
		unlessChanged(ctx, templates, isOwn(ctx, id)),
		ctx.db.delete(templates).where(isOwn(ctx, id)),
	]);
}

/** Removes the templates of a creator whose account ends. */
export async function deleteTemplates(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db.delete(templates).where(eq(templates.creatorId, userId));
}

/** Returns a creator's templates, for the account's export. */
export async function exportTemplates(ctx: Ctx, userId: string): Promise<ShareTemplate[]> {
	const rows = await ctx.db.select().from(templates).where(eq(templates.creatorId, userId));
	return rows.map(present);
}
