import type { FileFamily, FileIcon, FileType, PreviewMaker } from "./file-type.ts";

/** Used unless a type's row names another. */
const FAMILY_PREVIEWS: Readonly<Partial<Record<FileFamily, PreviewMaker>>> = {
	image: "raster",
	video: "media",
	audio: "media",
	font: "font",
	model: "model",
	text: "text",
};

const OFFICE = "application/vnd.openxmlformats-officedocument.";
const OPEN_DOCUMENT = "application/vnd.oasis.opendocument.";
const ZIP = ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"];
const GZIP = ["\x1f\x8b"];
/** Broadcast films, in packets of 188 bytes; by their extension they could be TypeScript. */
const TRANSPORT_STREAM = [`G${"?".repeat(187)}G${"?".repeat(187)}G`];
/** The container of Office files before 2007. */
const OLE = ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"];
const MATROSKA = ["\x1a\x45\xdf\xa3"];
const PDF = ["%PDF-"];
const POSTSCRIPT = ["%!PS"];
const RTF = ["{\\rtf"];
/** QuickTime's container with sound alone. */
const M4A = ["????ftypM4A ", "????ftypM4B "];
/** Boxes that a QuickTime or MP4 file may begin with. */
const QUICKTIME = ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"].map(
	(box) => `????${box}`,
);
/** HEIF's brands; iPhones write `heic`, cameras also `mif1`. */
const HEIF = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].map(
	(brand) => `????ftyp${brand}`,
);
const AVIF = ["????ftypavif", "????ftypavis"];
/** TIFF in both byte orders, and BigTIFF; most raw formats are TIFF inside. */
const TIFF = ["II*\0", "MM\0*", "II+\0", "MM\0+"];
/** A bitmap's file header, whose reserved bytes are zero, before a header of one of its versions. */
const BMP = [12, 40, 52, 56, 64, 108, 124].map(
	(length) => `BM????\0\0\0\0????${String.fromCharCode(length)}\0\0\0`,
);
const riff = (form: string) => [`RIFF????${form}`, `RF64????${form}`];

type More = Omit<FileType, "family" | "extensions" | "mimeType">;

/** Extensions are separated by spaces; `more` may be the type's `starts` alone. */
function type(
	family: FileFamily,
	extensions: string,
	mimeType: string,
	more: readonly string[] | More = {},
): FileType {
	const given = "length" in more ? { starts: more } : more;
	const preview = FAMILY_PREVIEWS[family];
	return { family, extensions: extensions.split(" "), mimeType, preview, ...given };
}

/** A type without a preview, unlike others of its family. */
const hidden = (
	family: FileFamily,
	extensions: string,
	mimeType: string,
	starts: readonly string[],
): FileType => type(family, extensions, mimeType, { starts, preview: undefined });

function raw(extension: string, mimeType: string, starts: readonly string[]): FileType {
	return type("image", extension, mimeType, { starts, preview: "raw" });
}

/** A document that is a ZIP containing a thumbnail or text. */
function packaged(family: FileFamily, extensions: string, mimeType: string): FileType {
	return type(family, extensions, mimeType, { starts: ZIP, preview: "package" });
}

/** Source code, delivered as an attachment and never rendered. */
const CODE = {
	"application/json": "json jsonl geojson",
	"application/xml": "xml gpx kml tcx musicxml",
	"application/yaml": "yaml yml",
	"application/toml": "toml",
	"application/sql": "sql",
	"application/x-ipynb+json": "ipynb",
	"text/html": "html htm",
	"text/css": "css",
	"text/x-scss": "scss sass less",
	"text/javascript": "js mjs cjs jsx",
	"text/x-vue": "vue",
	"text/x-svelte": "svelte",
	"text/x-python": "py",
	"text/x-java": "java",
	"text/x-kotlin": "kt",
	"text/x-swift": "swift",
	"text/x-go": "go",
	"text/x-rust": "rs",
	"text/x-c": "c h",
	"text/x-c++": "cpp hpp cc",
	"text/x-csharp": "cs",
	"text/x-php": "php",
	"text/x-ruby": "rb",
	"text/x-lua": "lua",
	"text/x-r": "r",
	"text/x-shellscript": "sh",
	"text/x-glsl": "glsl hlsl wgsl shader gdshader",
};

/**
 * Other formats that are sold. They have no preview, and their content is only checked for programs: it is too
 * varied.
 */
const OTHERS: readonly (readonly [FileFamily, string])[] = [
	["image", "dds icns xcf"],
	["video", "braw flv mxf ogv r3d wmv"],
	["audio", "caf dff dsf"],
	["document", "apkg cb7 cbr djvu fb2 fit gp gp3 gp4 gp5 kmz mxl"],
	["font", "otc ttc"],
	[
		"model",
		"3dm 3ds abc bvh c4d dae dwg dxf f3d gcode iges igs ma max mb mtl ply sbsar scad skp sldprt spp " +
			"step stp usd usda usdc usdz vdb vox x3d zpr ztl",
	],
	[
		"design",
		"aepx aseprite cdr clip drfx drp dst exp fcpxml ffx hus idml jef lbrn2 moef moti motn pes " +
			"setting studio3 vip vp3 xxx",
	],
	[
		"preset",
		"3dl aco act adg adv afassets afbrushes afpalette afstyles ase asl brush brushset costyle " +
			"costylepack csh exs fxp grd icc look nmsv pat prfpset sut swatches tpl vital vstpreset",
	],
	[
		"archive",
		"alp bz2 cpr flp litematic mcaddon mcpack mcworld ptx rpp schem song tbz2 unitypackage",
	],
];

/**
 * Every accepted type. First bytes that several rows share prove the families of all of them; if several patterns
 * match, the first in this table counts.
 */
export const FILE_TYPES: readonly FileType[] = [
	type("image", "png apng", "image/png", ["\x89PNG\r\n\x1a\n"]),
	type("image", "jpg jpeg jpe jfif", "image/jpeg", ["\xff\xd8\xff"]),
	type("image", "gif", "image/gif", ["GIF87a", "GIF89a"]),
	type("image", "webp", "image/webp", riff("WEBP")),
	type("image", "avif avifs", "image/avif", AVIF),
	type("image", "svg", "image/svg+xml", { test: "svg", preview: "vector" }),
	type("image", "heic heif hif", "image/heic", { starts: HEIF, preview: "heif" }),
	type("image", "tif tiff", "image/tiff", { starts: TIFF, preview: "tiff" }),
	type("image", "psd psb psdt", "image/vnd.adobe.photoshop", { starts: ["8BPS"], preview: "psd" }),
	type("image", "svgz", "image/svg+xml-compressed", { borrows: GZIP, preview: undefined }),
	hidden("image", "bmp", "image/bmp", BMP),
	hidden("image", "exr", "image/x-exr", ["\x76\x2f\x31\x01"]),
	hidden("image", "hdr", "image/vnd.radiance", ["#?RADIANCE\n", "#?RGBE\n"]),
	hidden("image", "jp2", "image/jp2", ["\0\0\0\x0cjP  \r\n\x87\n", "\xff\x4f\xff\x51\0"]),
	hidden("image", "jxl", "image/jxl", ["\0\0\0\x0cJXL \r\n\x87\n", "\xff\x0a"]),
	type("image", "tga", "image/x-tga", { test: "opaque", preview: undefined }),
	// The high byte of the number of pictures is zero, unlike the box of a QuickTime file of this length.
	hidden("image", "ico", "image/vnd.microsoft.icon", ["\0\0\x01\0?\0"]),
	raw("cr2", "image/x-canon-cr2", TIFF),
	raw("cr3", "image/x-canon-cr3", ["????ftypcrx "]),
	raw("nef", "image/x-nikon-nef", TIFF),
	raw("arw", "image/x-sony-arw", TIFF),
	raw("dng", "image/x-adobe-dng", TIFF),
	raw("raf", "image/x-fuji-raf", ["FUJIFILMCCD-RAW"]),
	raw("orf", "image/x-olympus-orf", ["IIRO\x08\0", "IIRS\x08\0", "MMOR\0", ...TIFF]),
	raw("rw2", "image/x-panasonic-rw2", ["IIU\0", ...TIFF]),
	type("image", "nrw pef srw sr2 3fr erf gpr iiq rwl", "image/x-raw", {
		starts: [...TIFF, "IIU\0"],
		preview: "raw",
	}),
	type("video", "mp4", "video/mp4", [...M4A, ...QUICKTIME]),
	type("video", "m4v", "video/x-m4v", QUICKTIME),
	type("video", "3gp 3gpp 3g2", "video/3gpp", QUICKTIME),
	type("video", "mov qt", "video/quicktime", QUICKTIME),
	hidden("video", "avi", "video/x-msvideo", riff("AVI ")),
	type("video", "mkv", "video/x-matroska", MATROSKA),
	type("video", "webm", "video/webm", MATROSKA),
	hidden("video", "mpg mpeg mpe m2v vob", "video/mpeg", ["\0\0\x01\xba", "\0\0\x01\xb3"]),
	type("video", "mts m2ts", "video/mp2t", {
		borrows: [`????G${"?".repeat(187)}`.repeat(2), ...TRANSPORT_STREAM],
	}),
	type("audio", "mp3", "audio/mpeg", { test: "mpeg-audio" }),
	type("audio", "wav wave", "audio/wav", riff("WAVE")),
	type("audio", "flac", "audio/flac", ["fLaC"]),
	type("audio", "aac", "audio/aac", { starts: M4A, test: "mpeg-audio" }),
	type("audio", "m4a m4b m4r", "audio/mp4", { starts: M4A, borrows: QUICKTIME }),
	type("audio", "ogg oga", "audio/ogg", ["OggS\0"]),
	type("audio", "opus", "audio/opus", ["OggS\0"]),
	type("audio", "aif aiff aifc", "audio/aiff", ["FORM????AIFF", "FORM????AIFC"]),
	hidden("audio", "ac3", "audio/ac3", ["\x0b\x77"]),
	hidden("audio", "wma", "audio/x-ms-wma", ["\x30\x26\xb2\x75\x8e\x66\xcf\x11"]),
	hidden("audio", "wv", "audio/x-wavpack", ["wvpk"]),
	hidden("audio", "mid midi", "audio/midi", ["MThd\0"]),
	type("audio", "weba mka", "audio/webm", { borrows: MATROSKA }),
	type("document", "pdf", "application/pdf", { starts: PDF, test: "pdf", preview: "pdf" }),
	type("document", "doc dot", "application/msword", [...OLE, ...RTF]),
	packaged("document", "docx dotx", `${OFFICE}wordprocessingml.document`),
	type("document", "xls xlt", "application/vnd.ms-excel", OLE),
	packaged("document", "xlsx xltx", `${OFFICE}spreadsheetml.sheet`),
	type("document", "ppt pps pot", "application/vnd.ms-powerpoint", OLE),
	packaged("document", "pptx ppsx potx", `${OFFICE}presentationml.presentation`),
	packaged("document", "odt ott", `${OPEN_DOCUMENT}text`),
	packaged("document", "ods ots", `${OPEN_DOCUMENT}spreadsheet`),
	packaged("document", "odp otp", `${OPEN_DOCUMENT}presentation`),
	packaged("document", "pages", "application/vnd.apple.pages"),
	packaged("document", "numbers", "application/vnd.apple.numbers"),
	packaged("document", "key", "application/vnd.apple.keynote"),
	type("document", "rtf", "application/rtf", { starts: RTF, preview: "rtf" }),
	type("document", "epub", "application/epub+zip", { starts: ZIP, preview: "epub" }),
	type("document", "mobi azw azw3 prc", "application/x-mobipocket-ebook", {
		starts: [`${"?".repeat(60)}BOOKMOBI`, `${"?".repeat(60)}TEXtREAd`],
	}),
	type("document", "cbz", "application/vnd.comicbook+zip", { starts: ZIP, preview: "zip" }),
	packaged("document", "goodnotes mscz", "application/x-notes"),
	type("font", "ttf", "font/ttf", ["\0\x01\0\0\0", "true\0"]),
	type("font", "otf", "font/otf", ["OTTO\0"]),
	type("font", "woff", "font/woff", ["wOFF\0\x01\0\0", "wOFFOTTO", "wOFFtrue"]),
	type("font", "woff2", "font/woff2", ["wOF2\0\x01\0\0", "wOF2OTTO", "wOF2true"]),
	type("model", "stl", "model/stl", { test: "opaque" }),
	type("model", "obj", "model/obj", { test: "text" }),
	type("model", "glb vrm", "model/gltf-binary", ["glTF\x02\0\0\0", "glTF\x01\0\0\0"]),
	type("model", "gltf", "model/gltf+json", { test: "text" }),
	type("model", "fbx", "application/x-fbx", { starts: ["Kaydara FBX Binary"], test: "text" }),
	type("model", "3mf", "model/3mf", ZIP),
	hidden("model", "blend", "application/x-blender", [
		"BLENDER-v",
		"BLENDER_v",
		"BLENDER1",
		...GZIP,
		"\x28\xb5\x2f\xfd",
	]),
	type("design", "ai ait", "application/x-illustrator", {
		starts: [...PDF, ...POSTSCRIPT],
		preview: "pdf",
	}),
	type("design", "eps", "application/postscript", [...POSTSCRIPT, "\xc5\xd0\xd3\xc6"]),
	type("design", "indd indt", "application/x-indesign", [
		"\x06\x06\xed\xf5\xd8\x1d\x46\xe5\xbd\x31\xef\xe7\xfe\x74\xb7\x1d",
	]),
	packaged("design", "procreate", "application/x-procreate"),
	packaged("design", "sketch", "application/x-sketch"),
	type("design", "fig", "application/x-figma", {
		starts: [...ZIP, "fig-kiwi"],
		preview: "package",
	}),
	packaged("design", "xd", "application/x-adobe-xd"),
	type("design", "afphoto af", "application/x-affinity-photo", ["\0\xffKA"]),
	type("design", "afdesign", "application/x-affinity-designer", ["\0\xffKA"]),
	type("design", "afpub", "application/x-affinity-publisher", ["\0\xffKA"]),
	type("design", "aep aet", "application/x-after-effects", ["RIFX????Egg!"]),
	type("design", "prproj", "application/x-premiere", { starts: GZIP, test: "text" }),
	packaged("design", "kra ora mogrt", "application/x-krita"),
	type("preset", "xmp", "application/rdf+xml", { test: "text", preview: "text" }),
	type("preset", "lrtemplate", "application/x-lrtemplate", { test: "text", preview: "text" }),
	type("preset", "cube", "application/x-cube-lut", { test: "text", preview: "text" }),
	type("preset", "dcp", "application/x-dng-profile", ["IIRC", "MMCR"]),
	type("preset", "abr", "application/x-photoshop-brushes", { test: "opaque" }),
	type("preset", "atn", "application/x-photoshop-actions", { test: "opaque" }),
	type("preset", "sf2", "audio/x-soundfont", ["RIFF????sfbk"]),
	type("preset", "sfz", "text/x-sfz", { test: "text", preview: "text" }),
	type("preset", "nki", "application/x-kontakt", { test: "opaque" }),
	type("archive", "zip", "application/zip", { starts: ZIP, preview: "zip" }),
	type("archive", "logicx", "application/x-logic-project", { starts: ZIP, preview: "zip" }),
	type("archive", "als", "application/x-ableton-live", [...GZIP, ...ZIP]),
	type("archive", "rar", "application/vnd.rar", ["Rar!\x1a\x07"]),
	type("archive", "7z", "application/x-7z-compressed", ["7z\xbc\xaf\x27\x1c"]),
	type("archive", "tar", "application/x-tar", { test: "tar", preview: "tar" }),
	type("archive", "gz tgz", "application/gzip", GZIP),
	type("archive", "xz txz", "application/x-xz", ["\xfd7zXZ\0"]),
	type("text", "txt", "text/plain"),
	type("text", "md markdown", "text/markdown"),
	type("text", "csv tsv", "text/csv"),
	type("text", "srt", "application/x-subrip"),
	type("text", "vtt", "text/vtt"),
	type("text", "ics", "text/calendar"),
	type("text", "ts tsx", "text/x-typescript", { icon: "code", borrows: TRANSPORT_STREAM }),
	...Object.entries(CODE).map(([mimeType, extensions]) =>
		type("text", extensions, mimeType, { icon: "code" }),
	),
	...OTHERS.map(([family, extensions]) =>
		type(family, extensions, `application/x-${family}`, {
			test: "opaque",
			borrows: ["?"],
			preview: undefined,
		}),
	),
];

/** Buyers open what they paid for, so a share must not run something on their machine. */
export const PROGRAM_EXTENSIONS =
	"exe msi dmg pkg apk scr bat cmd com vbs jar appimage deb rpm".split(" ");

export function typeOfMime(mimeType: string): FileType | undefined {
	return FILE_TYPES.find((type) => type.mimeType === mimeType);
}

/** `generic` for a type that isn't accepted. */
export function iconOf(mimeType: string): FileIcon {
	const type = typeOfMime(mimeType);
	if (!type) return "generic";
	return type.icon ?? (type.family === "text" ? "document" : type.family);
}
