import type { Area } from "../operation.ts";

export const files: Area = {
	name: "Files and previews",
	description:
		"The bytes. Downloads answer `HEAD` and one range, and name their version in `ETag`; the length of a ZIP is known before its first byte.",
	operations: {
		"GET /api/files/:id/download": {
			summary: "Download a file",
			ok: {
				200: { types: ["*/*"], description: "The file." },
				206: { types: ["*/*"], description: "The file." },
				304: null,
			},
			errors: [
				"payment.required",
				"share.ended",
				"share.locked",
				"share.not_found",
				"share.not_open",
				"share.removed_by_order",
				"share.taken_down",
			],
			headers: ["ETag", "Accept-Ranges", "Content-Range", "Content-Disposition"],
		},
		"GET /api/file-shares/:shareId/download-folder/:folderName{.+}": {
			summary: "Download a folder as a ZIP",
			ok: {
				200: { types: ["application/zip"], description: "The archive." },
				206: { types: ["application/zip"], description: "The archive." },
				304: null,
			},
			errors: [
				"payment.required",
				"share.ended",
				"share.locked",
				"share.not_found",
				"share.not_open",
				"share.removed_by_order",
				"share.taken_down",
			],
			headers: ["ETag", "Accept-Ranges", "Content-Range", "Content-Disposition"],
		},
		"GET /api/file-shares/:shareId/download-all-assets": {
			summary: "Download all files as a ZIP",
			ok: {
				200: { types: ["application/zip"], description: "The archive." },
				206: { types: ["application/zip"], description: "The archive." },
				304: null,
			},
			errors: [
				"payment.required",
				"share.ended",
				"share.locked",
				"share.not_found",
				"share.not_open",
				"share.removed_by_order",
				"share.taken_down",
			],
			headers: ["ETag", "Accept-Ranges", "Content-Range", "Content-Disposition"],
		},
		"GET /api/download-folder/:shareId": {
			summary: "Download all files as a ZIP (former address)",
			description: "The same as `GET /api/v1/file-shares/{shareId}/download-all-assets`.",
			ok: {
				200: { types: ["application/zip"], description: "The archive." },
				206: { types: ["application/zip"], description: "The archive." },
				304: null,
			},
			errors: [
				"payment.required",
				"share.ended",
				"share.locked",
				"share.not_found",
				"share.not_open",
				"share.removed_by_order",
				"share.taken_down",
			],
			headers: ["ETag", "Accept-Ranges", "Content-Range", "Content-Disposition"],
		},
		"POST /api/file-shares/:shareId/archives": {
			summary: "Choose files for a ZIP",
			ok: { 200: "ArchiveLink" },
			errors: [
				"payment.required",
				"share.ended",
				"share.locked",
				"share.not_found",
				"share.not_open",
				"share.removed_by_order",
				"share.taken_down",
			],
		},
		"GET /api/file-shares/:shareId/archives/:selection": {
			summary: "Download chosen files as a ZIP",
			ok: {
				200: { types: ["application/zip"], description: "The archive." },
				206: { types: ["application/zip"], description: "The archive." },
				304: null,
			},
			errors: [
				"payment.required",
				"share.ended",
				"share.locked",
				"share.not_found",
				"share.not_open",
				"share.removed_by_order",
				"share.taken_down",
			],
			headers: ["ETag", "Accept-Ranges", "Content-Range", "Content-Disposition"],
		},
		"GET /api/files/:id/preview": {
			summary: "Read the preview of a file",
			ok: {
				200: {
					types: ["*/*"],
					description: "The file for those who may download it, a rendition for everybody else.",
				},
				206: {
					types: ["*/*"],
					description: "The file for those who may download it, a rendition for everybody else.",
				},
				304: null,
			},
			errors: [
				"file.not_found",
				"share.ended",
				"share.locked",
				"share.not_open",
				"share.removed_by_order",
				"share.taken_down",
			],
			headers: ["ETag", "Accept-Ranges", "Content-Range", "Content-Disposition"],
		},
		"GET /api/files/:id/stream": {
			summary: "Stream the preview of a file",
			ok: {
				200: {
					types: ["*/*"],
					description: "The file for those who may download it, a clip for everybody else.",
				},
				206: {
					types: ["*/*"],
					description: "The file for those who may download it, a clip for everybody else.",
				},
				304: null,
			},
			errors: [
				"file.not_found",
				"share.ended",
				"share.locked",
				"share.not_open",
				"share.removed_by_order",
				"share.taken_down",
			],
			headers: ["ETag", "Accept-Ranges", "Content-Range", "Content-Disposition"],
		},
		"GET /api/renditions/:hash": {
			summary: "Read a rendition",
			ok: {
				200: {
					types: ["*/*"],
					description: "The rendition. Its address never changes its content.",
				},
				206: {
					types: ["*/*"],
					description: "The rendition. Its address never changes its content.",
				},
				304: null,
			},
			errors: ["file.not_found", "preview.not_found"],
			headers: ["ETag", "Accept-Ranges", "Content-Range", "Content-Disposition"],
		},
		"GET /avatars/:avatarId": {
			summary: "Read the picture of a creator",
			ok: {
				200: { types: ["image/*"], description: "The picture." },
				206: { types: ["image/*"], description: "The picture." },
				304: null,
			},
			headers: ["ETag", "Accept-Ranges", "Content-Range", "Content-Disposition"],
		},
		"GET /share/:shareId/card.jpg": {
			summary: "Read the picture of a share for link previews",
			ok: { 200: { types: ["image/*"], description: "The picture." } },
			errors: [
				"share.ended",
				"share.locked",
				"share.not_found",
				"share.not_open",
				"share.removed_by_order",
				"share.taken_down",
			],
		},
		"GET /oembed": {
			summary: "Describe how a share is embedded (oEmbed)",
			ok: {
				200: {
					types: ["application/json", "text/xml"],
					description: "What oEmbed asks for.",
					json: "OEmbed",
				},
			},
			errors: ["share.not_found"],
		},
	},
};
