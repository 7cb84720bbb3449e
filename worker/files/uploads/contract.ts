import * as z from "zod";
import { shapeOf } from "../../catalogue/shares/contract/field-table.ts";
import { FILE_FIELDS, type ShownFileFields } from "../../catalogue/shares/contract/file-fields.ts";
import { previewField } from "../../catalogue/shares/contract/share-fields.ts";
import { createShareInput } from "../../catalogue/shares/contract/shares.ts";
import {
	MAX_FILE_NAME_LENGTH,
	MAX_FILES_PER_SHARE,
	MAX_FOLDER_PATH_LENGTH,
	MAX_SAMPLES,
	MAX_VERSION_NOTE,
} from "../../contract/constants.ts";
import { idField } from "../../contract/fields.ts";

export const uploadFileInput = z.strictObject({
	name: z.string().min(1, "The file has no name").max(MAX_FILE_NAME_LENGTH, "The name is too long"),
	size: z.number().int().min(0),
	/** the type that the client takes it for, such as `application/pdf`; its bytes decide */
	type: z.string().max(200).default(""),
	folderPath: z.string().max(MAX_FOLDER_PATH_LENGTH, "The folder path is too long").default(""),
	lastModified: z.number().int().min(0).max(8.64e15).optional(),
	...z.object(shapeOf(FILE_FIELDS, "upload")).partial().shape,
	/** the file of the same share that it replaces; gets no preview if that one has none */
	replaces: z
		.strictObject({
			/** the id of that file */
			file: idField,
			/** the changes in this version */
			note: z.string().trim().max(MAX_VERSION_NOTE, "The note is too long").optional(),
			/** earlier buyers can still download the earlier version */
			keepEarlier: z.boolean().default(true),
		})
		.optional(),
});

export const beginUploadInput = createShareInput
	.safeExtend({
		preview: previewField.optional(),
		/** the index of the file whose preview becomes the cover */
		cover: z.number().int().min(0).optional(),
		/** the indexes of pictures that are shown sharp before payment; see `samples` of a share for the default */
		samples: z
			.array(z.number().int().min(0))
			.max(MAX_SAMPLES)
			.refine((indexes) => new Set(indexes).size === indexes.length, "Name each file once")
			.optional(),
		/** chosen by the client; repeating the call with the same key returns the same upload */
		key: idField.optional(),
		/** adds the files to this share of the creator; its buyers get them too */
		addTo: idField.optional(),
		/** at least one, at most 2,000 */
		files: z
			.array(uploadFileInput)
			.min(1, "No files selected")
			.max(MAX_FILES_PER_SHARE, `A share may hold ${MAX_FILES_PER_SHARE} files at most`),
	})
	.refine(
		({ cover, files, addTo }) =>
			cover === undefined || (addTo === undefined && cover < files.length),
		{ path: ["cover"], error: "Must be the index of a file of a new share" },
	)
	.refine(
		({ samples = [], files, addTo }) =>
			samples.length === 0 ||
			(addTo === undefined && samples.every((index) => index < files.length)),
		{ path: ["samples"], error: "Must be indexes of files of a new share" },
	)
	.refine(
		({ files, addTo }) => {
			const replaced = files.flatMap(({ replaces }) => replaces?.file ?? []);
			const isOnce = new Set(replaced).size === replaced.length;
			return replaced.length === 0 || (addTo !== undefined && isOnce);
		},
		{ path: ["files"], error: "Each must replace another file of the share" },
	);
export const uploadParam = z.strictObject({ id: idField });
export const uploadFileParam = z.strictObject({ id: idField, fileId: idField });
export const uploadPartParam = z.strictObject({
	id: idField,
	fileId: idField,
	n: z.coerce.number().int().min(1).max(10_000),
});
export const uploadPartHeaders = z.object({
	/** the token of the file */
	"x-upload-token": z.string().max(4000).optional(),
	/** bytes */
	"content-length": z.coerce.number().int().min(0).optional(),
	/** the CRC-32 of the body: eight lower-case hex digits */
	"x-part-crc32": z
		.string()
		.regex(/^[0-9a-f]{8}$/, "Must be eight lower-case hex digits")
		.transform((hex) => Number.parseInt(hex, 16))
		.optional(),
});
export const uploadPageQuery = z.strictObject({
	/** the index of the first file of the page */
	from: z.coerce.number().int().min(0).default(0),
	/** also return the CRC-32 of each stored part */
	checksums: z.stringbool().default(false),
});

/** A file of an upload. */
export type UploadFile = ShownFileFields & {
	id: string;
	name: string;
	folderPath: string;
	size: number;
	/** how many parts the file has; an empty file has one empty part */
	parts: number;
	/** the signed token for this file's parts; null beyond the first 200 files of a response */
	token: string | null;
};
/** An upload that has begun. */
export type BegunUpload = {
	id: string;
	shareId: string;
	/** the size in bytes of every part but a file's last */
	partSize: number;
	/** when it is removed unless a part arrives before */
	expiresAt: string;
	/** the files, in the announced order */
	files: UploadFile[];
};
/** An unfinished upload. */
export type OpenUpload = {
	id: string;
	shareId: string;
	title: string;
	description: string | null;
	price: string;
	createdAt: string;
	/** when it is removed unless a part arrives before */
	expiresAt: string;
	fileCount: number;
	totalSize: number;
	/** how many bytes have arrived */
	receivedSize: number;
	/** `open`: parts are missing; `completing`: being published; `done`: published */
	state: "open" | "completing" | "done";
};
/** An unfinished upload, with its stored parts. */
export type ResumableUpload = OpenUpload & {
	/** the size in bytes of every part but a file's last */
	partSize: number;
	/** a page of its files */
	files: (UploadFile & {
		/** the numbers of the stored parts */
		received: number[];
		/** their CRC-32s in the same order, if requested */
		checksums?: string[];
		lastModified: number | null;
		/** the CRC-32 of the whole file, eight hex digits; null while parts are missing */
		crc32: string | null;
	})[];
	/** the index of the next page; null at the end */
	next: number | null;
};
/** One stored part. */
export type StoredPart = {
	/** the number of the part, from 1 */
	part: number;
	size: number;
	/** the CRC-32 of its bytes, eight hex digits */
	crc32: string;
};
/** In `details.missing` of `upload.incomplete`. */
export type MissingParts = { fileId: string; name: string; parts: number[] };
