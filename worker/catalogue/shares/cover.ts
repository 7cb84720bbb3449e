import { type SQL, sql } from "drizzle-orm";
import type { ShareCover } from "./contract/shares.ts";
import { isHiddenPage, isSample, showsNone, showsSharpKind } from "./file-previews.ts";

export function renditionPath(hash: string): string {
	return `/api/renditions/${hash}`;
}

/**
 * Prefers the chosen file or the uploaded cover, then the first sample, picture or file. Creators see their own sharp
 * ones, with the watermark if all have one.
 */
export function coverColumn(viewer: "anyone" | "creator" = "anyone"): SQL<string | null> {
	return coverOf(
		viewer,
		sql`json_object('hash', shown.hash, 'fileId', of_file.id, 'kind', shown.kind, 'width', shown.width, 'height', shown.height)`,
	);
}

export function coverHashColumn(): SQL<string | null> {
	return coverOf("anyone", sql`shown.hash`);
}

function coverOf(viewer: "anyone" | "creator", column: SQL): SQL<string | null> {
	const isSeen = showsSharpKind("of_file", "shown");
	return sql<string | null>`(
		select ${column}
		from renditions shown left join files of_file on of_file.id = shown.file_id
		where shown.share_id = shares.id and shown.width > 0 and shown.height > 0
		and shown.kind in ('image', 'watermarked', 'sample', 'poster', 'art', 'cover', 'page', 'page2', 'page3', 'page4', 'page5')
		and not ${isHiddenPage("of_file", "shown")}
		and ${viewer === "creator" ? sql`(shown.kind = 'watermarked' or ${isSeen})` : isSeen}
		and (shown.kind = 'cover' or not ${showsNone("of_file")})
		and case when shown.kind = 'cover' then shares.cover_file_id = shares.id else of_file.id is not null end
		order by shown.file_id = shares.cover_file_id desc, ${isSample("of_file")} desc, of_file.mime_type like 'image/%' desc,
		coalesce(of_file.page_order, of_file.position), of_file.position,
		shown.kind = 'sample' desc, shown.kind = 'watermarked' desc, shown.kind limit 1)`;
}

export function presentCover(column: string | null): ShareCover | null {
	if (column === null) return null;
	const { hash, ...cover } = JSON.parse(column) as Omit<ShareCover, "src"> & { hash: string };
	return { src: renditionPath(hash), ...cover };
}
