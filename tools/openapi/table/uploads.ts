import type { Area } from "../operation.ts";

export const uploads: Area = {
	name: "Uploads",
	description:
		"Resumable uploads. `POST /api/v1/uploads` announces the files and returns a token for each; every file is sent in parts of `partSize` bytes; `complete` publishes. A part can be sent again at any time. An upload that got no part for 24 hours is removed.",
	operations: {
		"POST /api/uploads": {
			summary: "Begin an upload",
			description:
				"Takes one transaction of the month and reserves the space. A call that is repeated with the same `key` returns the same upload. With `addTo` the files are added to a published share. `samples` has the indexes of up to three pictures that buyers see sharp once a `sample` of them is stored. Only the first 200 files have a token; read further pages with `GET /api/v1/uploads/{id}?from=…`.",
			ok: { 201: "BegunUpload" },
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
			summary: "List unfinished uploads",
			description: "To be resumed or discarded.",
			ok: { 200: "OpenUpload[]" },
		},
		"GET /api/uploads/:id": {
			summary: "Read an upload, to resume it",
			description:
				"Tells for each file which parts are stored, with fresh tokens. A page has 200 files; `next` is the `from` of the next page, null on the last one.",
			ok: { 200: "ResumableUpload" },
			errors: ["upload.not_found"],
		},
		"PUT /api/uploads/:id/files/:fileId/parts/:n": {
			summary: "Send one part of a file",
			description:
				"Parts are numbered from 1. The file's token in `X-Upload-Token` authorises the call; it is bound to the session or access token that began the upload, which is sent as well. With `X-Part-Crc32` the bytes are compared with their checksum on arrival.",
			ok: { 200: "StoredPart" },
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
		"PUT /api/uploads/:id/files/:fileId/preview": {
			summary: "Store a preview of a file",
			description:
				"A `sample` is at most 1,600 pixels long and 1 MiB large, and only taken of files that `samples` names if `samplesMarked` is false. Pictures are encoded again without metadata.",
			ok: { 200: "StoredRendition" },
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
		"POST /api/uploads/:id/complete": {
			summary: "Publish an upload",
			description:
				"202 while a large upload is put together: call it again after `Retry-After` seconds. Repeating the call returns the same share. `upload.incomplete` lists the missing parts in `details.missing`.",
			ok: { 201: "CreatedShare", 202: "CompletingUpload" },
			errors: ["upload.incomplete", "upload.not_found", "upload.not_open"],
			headers: ["Retry-After"],
		},
		"DELETE /api/uploads/:id": {
			summary: "Discard an upload",
			description: "Removes its parts and gives back the transaction and the space.",
			ok: { 204: null },
			errors: ["upload.not_found", "upload.not_open"],
		},
	},
};
