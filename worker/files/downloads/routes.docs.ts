import { CLOSED_SHARE } from "../../catalogue/shares/closed-share.docs.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import type { HeaderName } from "../../headers.docs.ts";
import { describeRoutes, json } from "../../route.docs.ts";
import { BYTES_HEADERS, bytes } from "../bytes.docs.ts";

const download = (type: string, description: string) => ({
	...bytes(type, description),
	303: null,
});

const DOWNLOAD_HEADERS: readonly HeaderName[] = [...BYTES_HEADERS, "Location"];

const DOWNLOAD_ERRORS: readonly ErrorCode[] = [
	"file.unavailable",
	"payment.required",
	"range.not_satisfiable",
	"share.not_found",
	...CLOSED_SHARE,
];

/** Where an archive is downloaded. */
type ArchiveLink = {
	/** the path of the address, from `/` on */
	url: string;
};

export const downloadDocs = describeRoutes("Files and previews", {
	"GET /api/files/:id/download": {
		who: "bytes",
		yes: "bytes",
		no: "payment.required",
		trips: { primary: 2, files: 1 },
		headTrips: { primary: 1, files: 1 },
		summary: "Download a file",
		description:
			"The original, for those who have bought it, its creator, and everyone where it is free. Those who have bought a picture in web size get that; with `size=web` all get it, where there is one.",
		ok: download("*/*", "The file."),
		errors: ["file.not_found", ...DOWNLOAD_ERRORS],
		headers: [...DOWNLOAD_HEADERS, "X-File-Crc32"],
	},
	"GET /api/file-shares/:shareId/download-folder/:folderName{.+}": {
		who: "bytes",
		yes: "bytes",
		no: "payment.required",
		trips: { primary: 1, files: 1 },
		headTrips: { primary: 1, files: 6 },
		summary: "Download a folder as a ZIP",
		description:
			"The files of one folder of a share and of the folders in it; for buyers of single files, those that they have bought. With `size=web` pictures come in web size, where they have one.",
		ok: download("application/zip", "The archive."),
		errors: ["folder.not_found", ...DOWNLOAD_ERRORS],
		headers: DOWNLOAD_HEADERS,
	},
	"GET /api/file-shares/:shareId/download-all-assets": {
		who: "bytes",
		yes: "bytes",
		no: "payment.required",
		trips: { primary: 1, files: 1 },
		headTrips: { primary: 1, files: 6 },
		summary: "Download all files as a ZIP",
		description:
			"Every file of a share, in its folders; for buyers of single files, those that they have bought. With `size=web` pictures come in web size, where they have one. A bundle has no archive of its own: download those of its parts.",
		ok: download("application/zip", "The archive."),
		errors: ["file.not_found", ...DOWNLOAD_ERRORS],
		headers: DOWNLOAD_HEADERS,
	},
	"GET /api/download-folder/:shareId": {
		who: "bytes",
		yes: "bytes",
		no: "payment.required",
		trips: { primary: 1, files: 1 },
		headTrips: { primary: 1, files: 6 },
		summary: "Download all files as a ZIP (former address)",
		description: "The same as `GET /api/v1/file-shares/{shareId}/download-all-assets`.",
		ok: download("application/zip", "The archive."),
		errors: ["file.not_found", ...DOWNLOAD_ERRORS],
		headers: DOWNLOAD_HEADERS,
	},
	"GET /api/file-shares/:shareId/archives/:selection": {
		who: "bytes",
		yes: "bytes",
		no: "payment.required",
		trips: { primary: 1, files: 1 },
		headTrips: { primary: 1, files: 6 },
		summary: "Download chosen files as a ZIP",
		description: "The address is returned by `POST /api/v1/file-shares/{shareId}/archives`.",
		ok: download("application/zip", "The archive."),
		errors: ["file.not_found", ...DOWNLOAD_ERRORS],
		headers: DOWNLOAD_HEADERS,
	},
	"POST /api/file-shares/:shareId/archives": {
		who: "bytes",
		no: "payment.required",
		trips: { primary: 1 },
		summary: "Choose files for a ZIP",
		description:
			"Returns the address of their ZIP, which stays the same for the same files. With `size=web` pictures come in web size, where they have one.",
		ok: { 200: json<ArchiveLink>() },
		errors: ["file.not_found", "payment.required", "share.not_found", ...CLOSED_SHARE],
		example: { files: ["2RAETFTQ2TwpqG1NjnyPg"] },
	},
});
