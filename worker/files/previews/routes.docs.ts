import { CLOSED_SHARE } from "../../catalogue/shares/closed-share.docs.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import { describeRoutes, json } from "../../route.docs.ts";
import { BYTES_HEADERS, bytes } from "../bytes.docs.ts";
import type { MissingPreviews, StoredRendition } from "./contract/previews.ts";

const PREVIEW_ERRORS: readonly ErrorCode[] = [
	"file.not_found",
	"file.unavailable",
	"preview.not_found",
	"range.not_satisfiable",
	...CLOSED_SHARE,
];

export const previewDocs = describeRoutes("Files and previews", {
	"GET /api/files/:id/preview": {
		who: "previews",
		trips: { replica: 1, primary: 2, files: 1 },
		summary: "Read the preview of a file",
		description:
			"A reduced copy of a picture, page or cover, as the share shows it before payment. Those who may download the file get the picture itself, or with `width` a copy of it.",
		ok: bytes("*/*", "The file for those who may download it, a rendition for everybody else."),
		errors: PREVIEW_ERRORS,
		headers: BYTES_HEADERS,
	},
	"PUT /api/files/:id/preview": {
		who: "own published file, for sellers",
		token: "shares:write",
		trips: { primary: 6, objects: 2, files: 4 },
		summary: "Store a preview of a file of a published share",
		description:
			"A `sample` is at most 1,600 pixels long and 1 MiB large, and only taken of files that `samples` of the share names while `samplesMarked` is false. Pictures are encoded again without metadata. `web` is a picture in the web size that the share sells: a JPEG in sRGB, at most 6 MiB large, whose longest edge is at most `singles.web.edge`; of its metadata only artist and copyright are kept. Without one the server makes it of most pictures.",
		ok: { 200: json<StoredRendition>() },
		errors: [
			"file.not_found",
			"file.type_not_accepted",
			"service.unavailable",
			"storage.quota_exceeded",
			"upload.size_mismatch",
		],
		body: {
			types: ["*/*"],
			description:
				"The preview: a picture, a clip, a waveform, a listing, tags or a font’s letters, as `kind` says.",
		},
	},
	"PUT /api/files/:id/preview-failure": {
		who: "own published file, for sellers",
		token: "shares:write",
		trips: { primary: 3 },
		summary: "Record why a file has no preview",
		description: "So that it is not tried again each time.",
		ok: { 204: null },
		errors: ["file.not_found"],
		example: { reason: "undecodable" },
	},
	"GET /api/missing-previews": {
		who: "creators",
		token: "shares:read",
		trips: { replica: 2 },
		summary: "List files without a preview",
		description:
			"The published files that a browser can make a preview of and that have none, by share. The dashboard makes them when its creator opens it; `failure` says why it could not.",
		ok: { 200: json<MissingPreviews>() },
		errors: [],
	},
	"GET /api/files/:id/stream": {
		who: "previews",
		trips: { replica: 1, primary: 2, files: 1 },
		summary: "Stream the preview of a file",
		description:
			"Audio and video. Without a purchase it is the part that the share lets everybody play.",
		ok: bytes("*/*", "The file for those who may download it, a clip for everybody else."),
		errors: PREVIEW_ERRORS,
		headers: BYTES_HEADERS,
	},
	"GET /api/renditions/:hash": {
		who: "renditions",
		no: "preview.not_found",
		trips: { replica: 1, primary: 1, files: 1 },
		summary: "Read a rendition",
		description:
			"A preview by the hash of its content, as `src` of previews and covers has it. A sharp picture comes narrower with `width`.",
		ok: bytes("*/*", "The rendition. Its address never changes its content."),
		errors: ["file.not_found", "file.unavailable", "preview.not_found", "range.not_satisfiable"],
		headers: BYTES_HEADERS,
	},
	"PUT /api/file-shares/:shareId/pictures/:kind": {
		area: "Shares",
		who: "own share, for sellers",
		token: "shares:write",
		trips: { primary: 3, files: 2 },
		summary: "Set the cover or the card of a share",
		description: "The picture that stands for the share, or the one that link previews show.",
		ok: { 200: json<StoredRendition>() },
		errors: ["file.type_not_accepted", "share.not_found"],
		body: { types: ["image/*"], description: "The picture: JPEG, PNG or WebP." },
	},
	"PUT /api/uploads/:id/files/:fileId/preview": {
		area: "Uploads",
		who: "one seller",
		no: "upload.not_found",
		token: "shares:write",
		trips: { primary: 3, objects: 4, files: 4 },
		summary: "Store a preview of a file",
		description:
			"A `sample` is at most 1,600 pixels long and 1 MiB large, and only taken of files that `samples` names if `samplesMarked` is false. Pictures are encoded again without metadata. `web` is a picture in the web size that the share sells: a JPEG in sRGB, at most 6 MiB large, whose longest edge is at most `singles.web.edge`; of its metadata only artist and copyright are kept. Without one the server makes it of most pictures.",
		ok: { 200: json<StoredRendition>() },
		errors: [
			"file.type_not_accepted",
			"service.unavailable",
			"storage.quota_exceeded",
			"upload.not_found",
			"upload.not_open",
			"upload.size_mismatch",
		],
		body: {
			types: ["*/*"],
			description:
				"The preview: a picture, a clip, a waveform, a listing, tags or a font’s letters, as `kind` says.",
		},
	},
});
