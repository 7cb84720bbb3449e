import type { ErrorCode } from "../../../worker/contract/errors.ts";
import type { HeaderName } from "../headers.ts";
import type { Area } from "../operation.ts";
import { CLOSED_SHARE } from "./share-errors.ts";

/** Whole or in ranges, unless the caller has this version. */
function bytes(type: string, description: string) {
	const content = { types: [type], description };
	return { 200: content, 206: content };
}

const download = (type: string, description: string) => ({
	...bytes(type, description),
	303: null,
});

const BYTES_HEADERS: readonly HeaderName[] = [
	"ETag",
	"Accept-Ranges",
	"Content-Range",
	"Content-Disposition",
];

const DOWNLOAD_HEADERS: readonly HeaderName[] = [...BYTES_HEADERS, "Location"];

const DOWNLOAD_ERRORS: readonly ErrorCode[] = [
	"file.unavailable",
	"payment.required",
	"range.not_satisfiable",
	"share.not_found",
	...CLOSED_SHARE,
];

const PREVIEW_ERRORS: readonly ErrorCode[] = [
	"file.not_found",
	"file.unavailable",
	"preview.not_found",
	"range.not_satisfiable",
	...CLOSED_SHARE,
];

export const files: Area = {
	name: "Files and previews",
	description:
		"The bytes. Downloads answer `HEAD` and one range, and name their version in `ETag`; the length of a ZIP is known before its first byte.",
	operations: {
		"GET /api/files/:id/download": {
			summary: "Download a file",
			description:
				"The original, for those who have bought it, its creator, and everyone where it is free.",
			ok: download("*/*", "The file."),
			errors: ["file.not_found", ...DOWNLOAD_ERRORS],
			headers: [...DOWNLOAD_HEADERS, "X-File-Crc32"],
		},
		"GET /api/file-shares/:shareId/download-folder/:folderName{.+}": {
			summary: "Download a folder as a ZIP",
			description: "The files of one folder of a share and of the folders in it.",
			ok: download("application/zip", "The archive."),
			errors: ["folder.not_found", ...DOWNLOAD_ERRORS],
			headers: DOWNLOAD_HEADERS,
		},
		"GET /api/file-shares/:shareId/download-all-assets": {
			summary: "Download all files as a ZIP",
			description:
				"Every file of a share, in its folders. A bundle has no archive of its own: download those of its parts.",
			ok: download("application/zip", "The archive."),
			errors: ["file.not_found", ...DOWNLOAD_ERRORS],
			headers: DOWNLOAD_HEADERS,
		},
		"GET /api/download-folder/:shareId": {
			summary: "Download all files as a ZIP (former address)",
			description: "The same as `GET /api/v1/file-shares/{shareId}/download-all-assets`.",
			ok: download("application/zip", "The archive."),
			errors: ["file.not_found", ...DOWNLOAD_ERRORS],
			headers: DOWNLOAD_HEADERS,
		},
		"POST /api/file-shares/:shareId/archives": {
			summary: "Choose files for a ZIP",
			description: "Returns the address of their ZIP, which stays the same for the same files.",
			ok: { 200: "ArchiveLink" },
			errors: ["file.not_found", "payment.required", "share.not_found", ...CLOSED_SHARE],
			example: { files: ["2RAETFTQ2TwpqG1NjnyPg"] },
		},
		"GET /api/file-shares/:shareId/archives/:selection": {
			summary: "Download chosen files as a ZIP",
			description: "The address is returned by `POST /api/v1/file-shares/{shareId}/archives`.",
			ok: download("application/zip", "The archive."),
			errors: ["file.not_found", ...DOWNLOAD_ERRORS],
			headers: DOWNLOAD_HEADERS,
		},
		"GET /api/files/:id/preview": {
			summary: "Read the preview of a file",
			description:
				"A reduced copy of a picture, page or cover, as the share shows it before payment. Those who may download the file get the picture itself, or with `width` a copy of it.",
			ok: bytes("*/*", "The file for those who may download it, a rendition for everybody else."),
			errors: PREVIEW_ERRORS,
			headers: BYTES_HEADERS,
		},
		"PUT /api/files/:id/preview": {
			summary: "Store a preview of a file of a published share",
			description:
				"A `sample` is at most 1,600 pixels long and 1 MiB large, and only taken of files that `samples` of the share names while `samplesMarked` is false. Pictures are encoded again without metadata.",
			ok: { 200: "StoredRendition" },
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
			summary: "Record why a file has no preview",
			description: "So that it is not tried again each time.",
			ok: { 204: null },
			errors: ["file.not_found"],
			example: { reason: "undecodable" },
		},
		"GET /api/missing-previews": {
			summary: "List files without a preview",
			description:
				"The published files that a browser can make a preview of and that have none, by share. The dashboard makes them when its creator opens it; `failure` says why it could not.",
			ok: { 200: "MissingPreviews" },
			errors: [],
		},
		"GET /api/files/:id/stream": {
			summary: "Stream the preview of a file",
			description:
				"Audio and video. Without a purchase it is the part that the share lets everybody play.",
			ok: bytes("*/*", "The file for those who may download it, a clip for everybody else."),
			errors: PREVIEW_ERRORS,
			headers: BYTES_HEADERS,
		},
		"GET /api/renditions/:hash": {
			summary: "Read a rendition",
			description:
				"A preview by the hash of its content, as `src` of previews and covers has it. A sharp picture comes narrower with `width`.",
			ok: bytes("*/*", "The rendition. Its address never changes its content."),
			errors: ["file.not_found", "file.unavailable", "preview.not_found", "range.not_satisfiable"],
			headers: BYTES_HEADERS,
		},
		"GET /avatars/:avatarId": {
			summary: "Read the picture of a creator",
			description:
				"As the `avatar` of a creator's page has it. The address never changes its content.",
			ok: bytes("image/*", "The picture."),
			headers: BYTES_HEADERS,
			errors: ["creator.not_found"],
		},
		"GET /share/:shareId/card.jpg": {
			summary: "Read the picture of a share for link previews",
			description:
				"The one that the creator has set, else a part of the cover, else the product's mark. Never a part of an original.",
			ok: { 200: { types: ["image/jpeg"], description: "The picture, 1200 by 630 pixels." } },
			errors: ["share.not_found", ...CLOSED_SHARE],
		},
		"GET /oembed": {
			summary: "Describe how a share is embedded (oEmbed)",
			description:
				"For sites that show links as https://oembed.com says. Only public shares can be shown. Parameters that are not listed here are ignored, since sites send their own.",
			ok: {
				200: {
					types: ["application/json"],
					description: "What oEmbed asks for.",
					json: "OEmbed",
				},
			},
			errors: ["share.not_found"],
		},
	},
};
