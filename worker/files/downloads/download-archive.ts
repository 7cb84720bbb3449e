import { MAIN_FOLDER } from "../../contract/constants.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { decodeSelection, encodeSelection } from "../contract/selection.ts";
import { type ArchiveFile, archiveFiles, rangeOf, recordsOf } from "./archive-entries.ts";
import { brokenDownloadLogger, type Download, downloadHeaders, verified } from "./download.ts";
import { type Entitled, entitledShare, isPart, type Size } from "./require-entitlement.ts";
import { verifyObjects } from "./verify-objects.ts";
import { layoutZip, zipStream } from "./zip-layout.ts";

export type ArchiveScope =
	| { kind: "all" }
	| { kind: "folder"; folder: string }
	| { kind: "selection"; word: string };

/** Includes subfolders' files; Main Files are those without a folder. */
function inFolder(folder: string): (file: ArchiveFile) => boolean {
	const requested = folder.normalize("NFC");
	return ({ folderPath }) => {
		const path = folderPath.normalize("NFC");
		return path === requested || (requested !== MAIN_FOLDER && path.startsWith(`${requested}/`));
	};
}

function choose(
	files: ArchiveFile[],
	scope: ArchiveScope,
	missing: "file.not_found" | "payment.required",
): ArchiveFile[] {
	if (scope.kind === "all" && files.length > 0) return files;
	if (scope.kind === "folder") {
		const chosen = files.filter(inFolder(scope.folder));
		if (chosen.length === 0) throw failure("folder.not_found");
		return chosen;
	}
	const positions = new Set(scope.kind === "all" ? [] : decodeSelection(scope.word));
	const chosen = files.filter(({ position }) => positions.has(position));
	if (chosen.length === 0 || chosen.length < positions.size) throw failure(missing);
	return chosen;
}

function fileAt(files: readonly ArchiveFile[], key: string, at: number): string | undefined {
	return files.find(({ entry }) => {
		const range = rangeOf(entry);
		return range.key === key && range.offset <= at && at < range.offset + range.length;
	})?.entry.path;
}

/** A buyer of single files asks for another one. */
const missingFrom = (entitled: Entitled) =>
	isPart(entitled) ? ("payment.required" as const) : ("file.not_found" as const);

function archiveName(title: string, scope: ArchiveScope): string {
	if (scope.kind === "all") return `${title}.zip`;
	const part = scope.kind === "folder" ? scope.folder.replaceAll("/", " - ") : "selection";
	return `${title} - ${part}.zip`;
}

/**
 * The ZIP is readable from any byte. Throws 402, 404 or 410 without access, and 404 for an unknown folder or file.
 */
export async function downloadArchive(
	ctx: Ctx,
	{ slug, scope, size }: { slug: string; scope: ArchiveScope; size?: Size },
): Promise<Download> {
	const { files, purchaseOf, ...entitled } = await entitledShare(ctx, slug, size);
	const { share } = entitled;
	// Bundles have no files of their own; each part has an archive.
	if (share.ownedParts !== null) throw failure("file.not_found");
	const chosen = choose(archiveFiles(files), scope, missingFrom(entitled));
	const layout = layoutZip(chosen.map(({ entry }) => entry));
	const what = scope.kind === "folder" ? `folder:${scope.folder}` : scope.kind;
	const recordOf = recordsOf(chosen);
	const ranges = chosen.map(({ entry }) => rangeOf(entry));
	const broken = brokenDownloadLogger(ctx, { shareId: share.id, what }, (key, at) =>
		fileAt(chosen, key, at),
	);
	const opened = new Set(chosen.flatMap(({ id }) => purchaseOf.get(id) ?? []));
	return {
		entitled,
		what,
		purchaseIds: isPart(entitled) ? [...opened] : undefined,
		source: {
			etag: layout.etag,
			lastModified: null,
			size: layout.size,
			headers: downloadHeaders(archiveName(share.title, scope), "application/zip"),
			open: (range) => zipStream(ctx.files, layout, range, { recordOf, broken }),
			verify: () => verified(verifyObjects(ctx.files, ranges, recordOf), broken),
		},
	};
}

/**
 * The code is in the address of the selection's archive. Throws 402, 404 or 410 like every download; 404 if a file
 * isn't in this share.
 */
export async function selectFiles(
	ctx: Ctx,
	{ slug, fileIds }: { slug: string; fileIds: readonly string[] },
): Promise<string> {
	const { files, ...entitled } = await entitledShare(ctx, slug, undefined);
	const requested = new Set(fileIds);
	const chosen = files.filter(({ file }) => requested.has(file.id));
	if (chosen.length < requested.size) throw failure(missingFrom(entitled));
	return encodeSelection(chosen.map(({ file }) => file.position));
}
