import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { entitledShare } from "./require-entitlement.ts";
import { encodeSelection } from "./selection.ts";

/**
 * Returns the code of a selection, which its archive's address contains. Throws 402, 404 or 410 like every
 * download; 404 if a file isn't in this share.
 */
export async function selectFiles(
	ctx: Ctx,
	{ slug, fileIds }: { slug: string; fileIds: readonly string[] },
): Promise<string> {
	const { files } = await entitledShare(ctx, slug);
	const wanted = new Set(fileIds);
	const chosen = files.filter(({ file }) => wanted.has(file.id));
	if (chosen.length < wanted.size) throw failure("file.not_found");
	return encodeSelection(chosen.map(({ file }) => file.position));
}
