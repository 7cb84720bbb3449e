import { MAX_FILE_NAME_LENGTH, MAX_FILE_SIZE } from "../../../worker/contract/constants.ts";
import { ACCEPTED_EXTENSIONS, ACCEPTED_TYPES, typeOf } from "../../../worker/contract/files.ts";

/** Other names that operating systems give to accepted types while a file is dragged. */
const ALIASES: Readonly<Record<string, string[]>> = {
	"image/jpg": [".jpg", ".jpeg"],
	"video/avi": [".avi"],
	"video/x-m4v": [".mp4"],
	"audio/mp3": [".mp3"],
	"audio/x-wav": [".wav"],
	"audio/x-flac": [".flac"],
	"audio/x-aac": [".aac"],
	"audio/vnd.dlna.adts": [".aac"],
	"application/ogg": [".ogg"],
	"video/ogg": [".ogg"],
	"application/x-zip-compressed": [".zip"],
	"application/x-rar-compressed": [".rar"],
	"application/x-compressed": [".rar", ".7z"],
	"application/x-gzip": [".gz"],
	"text/xml": [".xml"],
};

/** What a drop area accepts: MIME types for the time of dragging, extensions for the drop. */
export const ACCEPT: Record<string, string[]> = { ...ALIASES, ...ACCEPTED_TYPES };

export type RefusalCode = "type" | "large" | "name";

/** Why a file can't be uploaded; null when it can. The extension decides, as it does on the server. */
export function refusalOf(file: { name: string; size: number }): RefusalCode | null {
	if (file.name.length > MAX_FILE_NAME_LENGTH) return "name";
	if (typeOf(file.name) === null) return "type";
	return file.size > MAX_FILE_SIZE ? "large" : null;
}

/** Every accepted extension, for a sentence. */
export const EXTENSIONS_TEXT = ACCEPTED_EXTENSIONS.join(", ");
