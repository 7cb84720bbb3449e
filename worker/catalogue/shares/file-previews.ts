import { type SQL, sql } from "drizzle-orm";
import type { CreatorCtx } from "../../core/context.ts";
import { PICTURE_TYPES } from "../../files/previews/contract/samples.ts";
import { invalidField } from "../../platform/http/validation.ts";
import type { PreviewPolicy } from "./contract/share-fields.ts";
import { allFiles, isLiveIn } from "./tables.ts";

const FILES_CHANGED = "The files have changed meanwhile. Please reload the page.";

/** For queries that select from `files`. */
export const pageOrder = sql`coalesce(files.page_order, files.position), files.position`;

/** A file as far as edits depend on it. */
export type EditedFile = { readonly id: string; readonly mimeType: string };

/** Throws `request.invalid` unless `order` names every file of the share once. */
export function checkPageOrder(present: readonly EditedFile[], order: readonly string[]): void {
	const named = new Set(order);
	const isWhole = named.size === order.length && present.length === order.length;
	if (isWhole && present.every(({ id }) => named.has(id))) return;
	throw invalidField("order", FILES_CHANGED);
}

/** Archives keep their own order, so that running downloads can continue. */
export function setPageOrder(ctx: CreatorCtx, shareId: string, order: readonly string[]) {
	const place = sql<number>`(select key from json_each(${JSON.stringify(order)}) where value = all_files.id)`;
	return ctx.db.update(allFiles).set({ pageOrder: place }).where(isLiveIn(shareId));
}

export function imagesOf(
	file: { noPreview: boolean },
	images: PreviewPolicy["images"],
): PreviewPolicy["images"] {
	return file.noPreview ? "none" : images;
}

/** `file` is the table's name in the query. */
export const showsNone = (file: "files" | "of_file" = "files"): SQL =>
	sql`(shares.image_preview = 'none' or ${sql.raw(file)}.no_preview)`;

// Cheaper than `json_each`, for each of thousands of renditions; ids need no escapes in JSON.
export const isSample = (file: "files" | "of_file" = "files"): SQL =>
	sql`(instr(shares.samples, '"' || ${sql.raw(file)}.id || '"') > 0)`;

export const isUnmarkedSample = (file: "files" | "of_file" = "files"): SQL =>
	sql`(not shares.samples_marked and ${isSample(file)})`;

/** True if a sharp picture of this kind may be seen before payment; twin of `showsSharp`. */
export const showsSharpKind = (
	file: "files" | "of_file",
	rendition: "renditions" | "shown",
): SQL => {
	const kind = sql.raw(`${rendition}.kind`);
	return sql`case ${kind}
		when 'sample' then ${isUnmarkedSample(file)}
		when 'watermarked' then shares.image_preview = 'watermark' or ${isSample(file)}
		when 'display' then 0
		when 'web' then 0
		else 1 end`;
};

export const isHiddenPage = (file: "files" | "of_file", rendition: "renditions" | "shown"): SQL => {
	const kind = sql.raw(`${rendition}.kind`);
	// Cheapest first: only pages have a list to search.
	return sql`(${kind} like 'page%' and ${kind} in (select value from json_each(${sql.raw(file)}.hidden_pages)))`;
};

export const remainingSamples = (isGone: SQL): SQL<string[]> =>
	sql`(select json_group_array(value) from json_each(shares.samples) where not ${isGone})`;

export function checkFiles(
	present: readonly EditedFile[],
	edits: readonly Pick<EditedFile, "id">[],
): void {
	if (!edits.every(({ id }) => present.some((file) => file.id === id)))
		throw invalidField("files", FILES_CHANGED);
}

const refused = () => invalidField("samples", "Only pictures of this share can be samples.");

export function checkSampleTypes(mimeTypes: readonly string[]): void {
	if (!mimeTypes.every((mimeType) => PICTURE_TYPES.includes(mimeType))) throw refused();
}

export function checkSamples(present: readonly EditedFile[], ids: readonly string[]): void {
	const named = present.filter(({ id }) => ids.includes(id));
	if (named.length < new Set(ids).size) throw refused();
	checkSampleTypes(named.map(({ mimeType }) => mimeType));
}
