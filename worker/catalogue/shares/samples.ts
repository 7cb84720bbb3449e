import { type SQL, sql } from "drizzle-orm";
import type { PreviewMaker } from "../../contract/files/file-type.ts";
import { FILE_TYPES } from "../../contract/files/file-types.ts";
import type { Ctx } from "../../core/context.ts";
import { invalidField } from "../../platform/http/validation.ts";

const PICTURE_MAKERS = new Set<PreviewMaker>(["raster", "vector", "heif", "tiff", "psd", "raw"]);
/** Types that are shown as a picture, which can be sharp before payment. */
const PICTURE_TYPES = FILE_TYPES.flatMap(({ preview, mimeType }) =>
	preview && PICTURE_MAKERS.has(preview) ? [mimeType] : [],
);

const refused = () => invalidField("samples", "Only pictures of this share can be samples.");

export function checkSampleTypes(mimeTypes: readonly string[]): void {
	if (!mimeTypes.every((mimeType) => PICTURE_TYPES.includes(mimeType))) throw refused();
}

export const canBeSamples = (ids: readonly string[]): SQL =>
	sql`not exists (select 1 from json_each(${JSON.stringify(ids)}) named where named.value not in (
		select files.id from files where files.share_id = shares.id
		and files.mime_type in (select value from json_each(${JSON.stringify(PICTURE_TYPES)}))))`;

export async function checkSamples(ctx: Ctx, shareId: string, ids: readonly string[]) {
	const [found] = await ctx.db.all(
		sql`select 1 from shares where shares.id = ${shareId} and ${canBeSamples(ids)}`,
	);
	if (!found) throw refused();
}
