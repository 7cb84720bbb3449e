/** The icon of a file. */
export type FileIcon = "image" | "video" | "audio" | "document" | "archive" | "generic";
/**
 * What makes a type's previews: `raster` pictures can be made by the server too, `vector` ones by browsers
 * only; `media` is decoded and encoded again; `zip` and `tar` are listed.
 */
export type PreviewMaker = "raster" | "vector" | "media" | "zip" | "tar";

/** Families of accepted types; extension and content must belong to the same one. */
export const FAMILIES = ["image", "video", "audio", "document", "archive", "text"] as const;
export type FileFamily = (typeof FAMILIES)[number];

/** What makes the previews of a family's types, unless a type's row names another. */
const FAMILY_PREVIEWS: Readonly<Partial<Record<FileFamily, PreviewMaker>>> = {
	image: "raster",
	video: "media",
	audio: "media",
};

/** A test of first bytes that no pattern describes (`detect-type.ts`). */
export type ContentTest = "svg" | "pdf" | "tar" | "mpeg-audio";

export type FileType = {
	readonly family: FileFamily;
	/** lower case, without dots */
	readonly extensions: readonly string[];
	readonly mimeType: string;
	/** what its files begin with, one of these: Latin-1, `?` for any byte; it proves the family */
	readonly starts?: readonly string[];
	/** what else its files may contain, where nothing is proven */
	readonly test?: ContentTest;
	/** none where it is a placeholder */
	readonly preview?: PreviewMaker | undefined;
};

const OFFICE = "application/vnd.openxmlformats-officedocument.";
const ZIP = ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"];
/** The container of Office files before 2007. */
const OLE = ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"];
const MATROSKA = ["\x1a\x45\xdf\xa3"];
/** QuickTime's container with sound alone. */
const M4A = ["????ftypM4A ", "????ftypM4B "];
/** Boxes that a QuickTime or MP4 file may begin with. */
const QUICKTIME = ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"].map(
	(box) => `????${box}`,
);
const riff = (form: string) => [`RIFF????${form}`, `RF64????${form}`];

function type(
	family: FileFamily,
	extensions: readonly string[],
	mimeType: string,
	more?: Omit<FileType, "family" | "extensions" | "mimeType">,
): FileType {
	return { family, extensions, mimeType, preview: FAMILY_PREVIEWS[family], ...more };
}

/**
 * Every accepted type; a new one is one more row. A beginning that several rows have proves the families
 * of all of them; where a file has several beginnings, the first in this table counts.
 */
export const FILE_TYPES: readonly FileType[] = [
	type("image", ["png"], "image/png", { starts: ["\x89PNG\r\n\x1a\n"] }),
	type("image", ["jpg", "jpeg"], "image/jpeg", { starts: ["\xff\xd8\xff"] }),
	type("image", ["gif"], "image/gif", { starts: ["GIF87a", "GIF89a"] }),
	type("image", ["webp"], "image/webp", { starts: riff("WEBP") }),
	type("image", ["svg"], "image/svg+xml", { test: "svg", preview: "vector" }),
	type("video", ["mp4"], "video/mp4", { starts: [...M4A, ...QUICKTIME] }),
	type("video", ["mov"], "video/quicktime", { starts: QUICKTIME }),
	type("video", ["avi"], "video/x-msvideo", { starts: riff("AVI ") }),
	type("video", ["mkv"], "video/x-matroska", { starts: MATROSKA }),
	type("video", ["webm"], "video/webm", { starts: MATROSKA }),
	type("audio", ["mp3"], "audio/mpeg", { test: "mpeg-audio" }),
	type("audio", ["wav"], "audio/wav", { starts: riff("WAVE") }),
	type("audio", ["flac"], "audio/flac", { starts: ["fLaC"] }),
	type("audio", ["aac"], "audio/aac", {
		starts: M4A,
		test: "mpeg-audio",
	}),
	type("audio", ["ogg"], "audio/ogg", { starts: ["OggS\0"] }),
	type("document", ["pdf"], "application/pdf", { starts: ["%PDF-"], test: "pdf" }),
	type("document", ["doc"], "application/msword", { starts: [...OLE, "{\\rtf"] }),
	type("document", ["docx"], `${OFFICE}wordprocessingml.document`, { starts: ZIP }),
	type("document", ["xls"], "application/vnd.ms-excel", { starts: OLE }),
	type("document", ["xlsx"], `${OFFICE}spreadsheetml.sheet`, { starts: ZIP }),
	type("document", ["ppt"], "application/vnd.ms-powerpoint", { starts: OLE }),
	type("document", ["pptx"], `${OFFICE}presentationml.presentation`, { starts: ZIP }),
	type("archive", ["zip"], "application/zip", {
		starts: ZIP,
		preview: "zip",
	}),
	type("archive", ["rar"], "application/vnd.rar", { starts: ["Rar!\x1a\x07"] }),
	type("archive", ["7z"], "application/x-7z-compressed", { starts: ["7z\xbc\xaf\x27\x1c"] }),
	type("archive", ["tar"], "application/x-tar", { test: "tar", preview: "tar" }),
	type("archive", ["gz"], "application/gzip", { starts: ["\x1f\x8b"] }),
	type("text", ["txt"], "text/plain"),
	type("text", ["md"], "text/markdown"),
	type("text", ["json"], "application/json"),
	type("text", ["xml"], "application/xml"),
	type("text", ["csv"], "text/csv"),
];

/** Returns the type that is served as `mimeType`; undefined for any that is not accepted. */
export function typeOfMime(mimeType: string): FileType | undefined {
	return FILE_TYPES.find((type) => type.mimeType === mimeType);
}

/** Returns the icon of a MIME type; `generic` for one that is not accepted. */
export function iconOf(mimeType: string): FileIcon {
	const family = typeOfMime(mimeType)?.family ?? "generic";
	return family === "text" ? "document" : family;
}
