import { IGNORED_FILE_NAMES, KIB, MAIN_FOLDER } from "./constants.ts";

/** Families of accepted types; extension and content must belong to the same one. */
export type FileFamily = "image" | "video" | "audio" | "document" | "archive" | "text";
/** The icon of a file, by its MIME type. */
export type FileIcon = "image" | "video" | "audio" | "document" | "archive" | "generic";

const TYPES: Record<string, readonly [FileFamily, mimeType: string]> = {
	png: ["image", "image/png"],
	jpg: ["image", "image/jpeg"],
	jpeg: ["image", "image/jpeg"],
	gif: ["image", "image/gif"],
	webp: ["image", "image/webp"],
	svg: ["image", "image/svg+xml"],
	mp4: ["video", "video/mp4"],
	mov: ["video", "video/quicktime"],
	avi: ["video", "video/x-msvideo"],
	mkv: ["video", "video/x-matroska"],
	webm: ["video", "video/webm"],
	mp3: ["audio", "audio/mpeg"],
	wav: ["audio", "audio/wav"],
	flac: ["audio", "audio/flac"],
	aac: ["audio", "audio/aac"],
	ogg: ["audio", "audio/ogg"],
	pdf: ["document", "application/pdf"],
	doc: ["document", "application/msword"],
	docx: ["document", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
	xls: ["document", "application/vnd.ms-excel"],
	xlsx: ["document", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
	ppt: ["document", "application/vnd.ms-powerpoint"],
	pptx: ["document", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
	zip: ["archive", "application/zip"],
	rar: ["archive", "application/vnd.rar"],
	"7z": ["archive", "application/x-7z-compressed"],
	tar: ["archive", "application/x-tar"],
	gz: ["archive", "application/gzip"],
	txt: ["text", "text/plain"],
	md: ["text", "text/markdown"],
	json: ["text", "application/json"],
	xml: ["text", "application/xml"],
	csv: ["text", "text/csv"],
};

/** Every accepted extension, lower case, without the dot. */
export const ACCEPTED_EXTENSIONS: readonly string[] = Object.keys(TYPES);

/** Accepted types in the format of a drop area: MIME type to extensions with dots. */
export const ACCEPTED_TYPES: Readonly<Record<string, string[]>> = Object.entries(TYPES).reduce<
	Record<string, string[]>
>((accepted, [extension, [, mimeType]]) => {
	accepted[mimeType] = [...(accepted[mimeType] ?? []), `.${extension}`];
	return accepted;
}, {});

/** Returns the extension of a file name, lower case without the dot; empty where there is none. */
export function extensionOf(name: string): string {
	const dot = name.lastIndexOf(".");
	return dot < 1 ? "" : name.slice(dot + 1).toLowerCase();
}

/**
 * Returns family and served type by extension, from our own table; null for types that are not accepted.
 */
export function typeOf(name: string): { family: FileFamily; mimeType: string } | null {
	const extension = extensionOf(name);
	const type = Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined;
	return type ? { family: type[0], mimeType: type[1] } : null;
}

/** True for files that operating systems create, such as .DS_Store; drag-and-drop leaves them out. */
export function isIgnoredName(name: string): boolean {
	return (IGNORED_FILE_NAMES as readonly string[]).includes(name);
}

/** Returns the icon by MIME type: image, video, audio, pdf/document/text, archive, else generic. */
export function iconOf(mimeType: string): FileIcon {
	const top = mimeType.split("/")[0];
	if (top === "image" || top === "video" || top === "audio") return top;
	if (/zip|rar|tar|7z/.test(mimeType)) return "archive";
	if (
		top === "text" ||
		/pdf|document|msword|officedocument|ms-excel|ms-powerpoint|json|xml/.test(mimeType)
	)
		return "document";
	return "generic";
}

/** Main Files are what a buyer pays for; the other folders support them. */
export function isMainFile(file: { originalName: string; mimeType: string }): boolean {
	const icon = iconOf(file.mimeType);
	if (icon === "image") return /final|master|main|cover/i.test(file.originalName);
	return icon === "archive" || icon === "video" || icon === "audio" || icon === "document";
}

/** Formats a size in Bytes, KB, MB, GB or TB with one decimal, base 1024; zero is '0 Bytes'. */
export function formatSize(bytes: number, locale = "en"): string {
	if (bytes === 0) return "0 Bytes";
	const units = ["Bytes", "KB", "MB", "GB", "TB"];
	const unit = Math.min(Math.floor(Math.log(bytes) / Math.log(KIB)), units.length - 1);
	const value = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: false });
	return `${value.format(bytes / KIB ** unit)} ${units[unit]}`;
}

/** A folder path with trimmed segments; empty and missing mean Main Files. */
export function normaliseFolderPath(path: string | undefined | null): string {
	const segments = (path ?? "")
		.normalize("NFC")
		.split(/[/\\]/)
		.map((segment) => segment.trim())
		.filter(Boolean);
	return segments.length === 0 ? MAIN_FOLDER : segments.join("/");
}
