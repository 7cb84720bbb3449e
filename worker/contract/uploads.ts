import { z } from "zod";
import { MAX_FILE_NAME_LENGTH, MAX_FILES_PER_SHARE, MAX_FOLDER_PATH_LENGTH } from "./constants.ts";
import { idField } from "./fields.ts";
import { createShareInput, previewField } from "./shares.ts";

export const uploadFileInput = z.object({
	name: z.string().min(1, "The file has no name").max(MAX_FILE_NAME_LENGTH, "The name is too long"),
	/** bytes */
	size: z.number().int().min(0),
	type: z.string().max(200).default(""),
	folderPath: z.string().max(MAX_FOLDER_PATH_LENGTH, "The folder path is too long").default(""),
	/** ms since the epoch */
	lastModified: z.number().int().min(0).max(8.64e15).optional(),
});

export const beginUploadInput = createShareInput.extend({
	preview: previewField.optional(),
	/** made by the client; repeating the call with the same key gives the same upload */
	key: idField.optional(),
	/** adds the files to this share of the creator, before its first sale */
	addTo: idField.optional(),
	files: z
		.array(uploadFileInput)
		.min(1, "No files selected")
		.max(MAX_FILES_PER_SHARE, `A share may hold ${MAX_FILES_PER_SHARE} files at most`),
});
export const uploadParam = z.object({ id: idField });
export const uploadFileParam = z.object({ id: idField, fileId: idField });
export const uploadPartParam = z.object({
	id: idField,
	fileId: idField,
	n: z.coerce.number().int().min(1).max(10_000),
});
export const uploadPartHeaders = z.object({
	"x-upload-token": z.string().max(4000).optional(),
	/** bytes */
	"content-length": z.coerce.number().int().min(0).optional(),
	/** eight lower-case hex digits; parsed to an unsigned number */
	"x-part-crc32": z
		.string()
		.regex(/^[0-9a-f]{8}$/, "Must be eight lower-case hex digits")
		.transform((hex) => Number.parseInt(hex, 16))
		.optional(),
});
export const uploadPageQuery = z.object({ from: z.coerce.number().int().min(0).default(0) });

export type UploadFile = {
	id: string;
	name: string;
	folderPath: string;
	/** bytes */
	size: number;
	/** how many parts the file has; an empty file has one empty part */
	parts: number;
	/** the signed capability for this file's parts; null beyond the first 200 files of an answer */
	token: string | null;
};
export type BegunUpload = {
	id: string;
	shareId: string;
	/** bytes */
	partSize: number;
	expiresAt: string;
	files: UploadFile[];
};
export type OpenUpload = {
	id: string;
	shareId: string;
	title: string;
	description: string | null;
	price: string;
	createdAt: string;
	expiresAt: string;
	fileCount: number;
	/** bytes declared */
	totalSize: number;
	/** bytes that are safe */
	receivedSize: number;
	state: "open" | "completing" | "done";
};
export type ResumableUpload = OpenUpload & {
	partSize: number;
	files: (UploadFile & { received: number[]; lastModified: number | null; crc32: string | null })[];
	/** the index to ask for next, null at the end */
	next: number | null;
};
/** One part that is safe. */
export type StoredPart = { part: number; size: number; crc32: string };
/** `upload.incomplete` lists these under `details.missing`. */
export type MissingParts = { fileId: string; name: string; parts: number[] };
