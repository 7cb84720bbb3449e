import { MAX_FILE_NAME_LENGTH, MAX_FILE_SIZE } from "../../../../worker/contract/constants.ts";
import {
	isKnown,
	isProgram,
	isProgramName,
	matchesFileType,
	SNIFF_BYTES,
	typeOf,
} from "../../../../worker/files/contract/detect-type.ts";
import { FAMILIES, type FileFamily } from "../../../../worker/files/contract/file-type.ts";
import { FILE_TYPES } from "../../../../worker/files/contract/file-types.ts";

/** MIME types that operating systems report differently during a drag. */
const ALIASES: Readonly<Record<string, string[]>> = {
	"image/jpg": [".jpg", ".jpeg"],
	"video/avi": [".avi"],
	"video/vnd.dlna.mpeg-tts": [".ts"],
	"audio/mp3": [".mp3"],
	"audio/x-wav": [".wav"],
	"audio/x-flac": [".flac"],
	"audio/x-aac": [".aac"],
	"audio/vnd.dlna.adts": [".aac"],
	"audio/x-m4a": [".m4a"],
	"audio/x-aiff": [".aif", ".aiff"],
	"audio/mid": [".mid", ".midi"],
	"image/heif": [".heic", ".heif"],
	"image/x-photoshop": [".psd", ".psb"],
	"application/photoshop": [".psd", ".psb"],
	"application/illustrator": [".ai"],
	"application/x-font-ttf": [".ttf"],
	"application/x-font-otf": [".otf"],
	"application/vnd.ms-opentype": [".otf", ".ttf"],
	"application/x-yaml": [".yaml", ".yml"],
	"application/x-sql": [".sql"],
	"application/x-sh": [".sh"],
	"application/x-javascript": [".js", ".mjs", ".cjs"],
	"text/rtf": [".rtf"],
	"application/ogg": [".ogg"],
	"application/x-zip-compressed": [".zip"],
	"application/x-rar-compressed": [".rar"],
	"application/x-compressed": [".rar", ".7z"],
	"application/x-gzip": [".gz"],
	"text/xml": [".xml"],
};

/** MIME types for the drag, extensions for the drop. */
export const ACCEPT: Record<string, string[]> = {
	...ALIASES,
	...Object.fromEntries(
		FILE_TYPES.map(({ mimeType, extensions }) => [
			mimeType,
			extensions.map((extension) => `.${extension}`),
		]),
	),
};

export type RefusalCode =
	| "program"
	| "type"
	| "large"
	| "name"
	| "content"
	| "damaged"
	| "empty"
	| "unreadable";

/** The extension decides the type, and the first bytes must belong to its family. */
export async function refusalOf(file: File): Promise<RefusalCode | null> {
	if (isProgramName(file.name)) return "program";
	if (file.name.length > MAX_FILE_NAME_LENGTH) return "name";
	const type = typeOf(file.name);
	if (type === null) return "type";
	if (file.size > MAX_FILE_SIZE) return "large";
	try {
		const head = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer());
		if (isProgram(head)) return "program";
		if (matchesFileType(head, { name: file.name, family: type.family })) return null;
		if (file.size === 0) return "empty";
		return isKnown(head) ? "content" : "damaged";
	} catch {
		return "unreadable";
	}
}

export const EXTENSIONS_BY_FAMILY: readonly (readonly [FileFamily, string])[] = FAMILIES.map(
	(family) => [
		family,
		FILE_TYPES.filter((type) => type.family === family)
			.flatMap((type) => type.extensions)
			.join(", "),
	],
);
