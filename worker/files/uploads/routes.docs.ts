import type { CreatedShare } from "../../catalogue/shares/contract/shares.ts";
import { describeRoutes, json, UNBOUNDED } from "../../route.docs.ts";
import type { BegunUpload, OpenUpload, ResumableUpload, StoredPart } from "./contract.ts";

/** An upload that is still being put together. */
type CompletingUpload = {
	id: string;
	/** its files are put together */
	state: "completing";
};

export const uploadDocs = describeRoutes("Uploads", {
	"POST /api/uploads": {
		who: "sellers",
		token: "shares:write",
		trips: { primary: 5, objects: 4 },
		summary: "Begin an upload",
		description:
			"Takes one transaction of the month and reserves the space. A call that is repeated with the same `key` returns the same upload. With `addTo` the files are added to a published share. `samples` has the indexes of up to three pictures that buyers see sharp once a `sample` of them is stored. Only the first 200 files have a token; read further pages with `GET /api/v1/uploads/{id}?from=…`.",
		ok: { 201: json<BegunUpload>() },
		errors: [
			"file.not_found",
			"file.too_large",
			"file.type_not_accepted",
			"share.exists",
			"share.not_found",
			"storage.quota_exceeded",
			"upload.limit_reached",
			"upload.not_open",
			"upload.too_many_open",
		],
		example: {
			title: "Summer presets",
			description: "Twelve presets for warm light.",
			price: "9.99",
			key: "4f7c1b2e9a5d4c38",
			files: [{ name: "presets.zip", size: 18874368, type: "application/zip" }],
		},
	},
	"GET /api/uploads": {
		who: "creators",
		token: "shares:read",
		trips: { replica: 2, objects: 1 },
		summary: "List unfinished uploads",
		description: "To be resumed or discarded.",
		ok: { 200: json<OpenUpload[]>() },
	},
	"GET /api/uploads/:id": {
		who: "one creator",
		no: "upload.not_found",
		token: "shares:write",
		trips: { replica: 1, primary: 1, objects: 2 },
		summary: "Read an upload, to resume it",
		description:
			"Tells for each file which parts are stored, with fresh tokens. A page has 200 files; `next` is the `from` of the next page, null on the last one.",
		ok: { 200: json<ResumableUpload>() },
		errors: ["upload.not_found"],
	},
	"PUT /api/uploads/:id/files/:fileId/parts/:n": {
		who: "one creator",
		no: "upload.bad_token",
		trips: { objects: 3, files: 2 },
		summary: "Send one part of a file",
		description:
			"Parts are numbered from 1. The file's token in `X-Upload-Token` authorises the call; it is bound to the session or access token that began the upload, which is sent as well. With `X-Part-Crc32` the bytes are compared with their checksum on arrival.",
		ok: { 200: json<StoredPart>() },
		errors: [
			"auth.required",
			"file.type_not_accepted",
			"storage.unavailable",
			"upload.bad_token",
			"upload.crc_mismatch",
			"upload.not_open",
			"upload.part_differs",
			"upload.size_mismatch",
		],
		credential: "upload",
		body: {
			types: ["application/octet-stream"],
			description:
				"The bytes of the part: `partSize` of them, fewer in the last part of a file. `Content-Length` is needed.",
		},
	},
	"POST /api/uploads/:id/complete": {
		who: "one seller",
		no: "upload.not_found",
		token: "shares:write",
		trips: { primary: UNBOUNDED, objects: UNBOUNDED },
		summary: "Publish an upload",
		description:
			"202 while a large upload is put together: call it again after `Retry-After` seconds. Repeating the call returns the same share. `upload.incomplete` lists the missing parts in `details.missing`.",
		ok: { 201: json<CreatedShare>(), 202: json<CompletingUpload>() },
		errors: ["upload.incomplete", "upload.not_found", "upload.not_open"],
		headers: ["Retry-After"],
	},
	"DELETE /api/uploads/:id": {
		who: "one creator",
		no: "upload.not_found",
		token: "shares:write",
		trips: { primary: 3, objects: 1, files: 1 },
		summary: "Discard an upload",
		description: "Removes its parts and gives back the transaction and the space.",
		ok: { 204: null },
		errors: ["upload.not_found", "upload.not_open"],
	},
});
