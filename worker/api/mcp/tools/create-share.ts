import * as z from "zod";
import { type CreatedShare, createShareInput } from "../../../catalogue/shares/contract/shares.ts";
import { MAX_FILE_NAME_LENGTH, MIB } from "../../../contract/constants.ts";
import { bodyOf } from "../api.ts";
import type { Call } from "../tool.ts";
import { ToolError } from "../tool-error.ts";

const MAX_FILES = 20;
/** bytes: a call is held in memory, and models send text */
const MAX_CONTENT = 3 * MIB;

const fileField = z.strictObject({
	name: z
		.string()
		.min(1, "The file has no name")
		.max(MAX_FILE_NAME_LENGTH, "The name is too long")
		.describe("the file's name with its extension"),
	text: z.string().optional().describe("the content, for a text file"),
	base64: z.base64().optional().describe("the content, for any other file"),
});

export const newShareInput = createShareInput
	.safeExtend({
		files: z
			.array(fileField)
			.min(1, "No files selected")
			.max(MAX_FILES)
			.describe("each with either `text` or `base64`"),
	})
	.strict();

type File = z.input<typeof fileField>;

function contentOf({ text, base64 }: File, at: number): Blob {
	if ((text === undefined) === (base64 === undefined)) {
		const message = "Give either text or base64";
		throw new ToolError({ code: "request.invalid", message, fields: { [`files.${at}`]: message } });
	}
	if (text !== undefined) return new Blob([text]);
	return new Blob([Uint8Array.from(atob(base64 ?? ""), (digit) => digit.charCodeAt(0))]);
}

export async function createShare(
	call: Call,
	{ files, ...fields }: z.input<typeof newShareInput>,
): Promise<CreatedShare> {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields))
		form.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
	let size = 0;
	for (const [at, file] of files.entries()) {
		const content = contentOf(file, at);
		size += content.size;
		form.append("files", content, file.name);
	}
	if (size > MAX_CONTENT)
		throw new ToolError({
			code: "request.too_large",
			message:
				"A tool takes 3 MiB of files at most. Use `tillbox upload` on a computer, or the website, for larger ones.",
		});
	const encoded = new Response(form);
	const body = await encoded.arrayBuffer();
	const headers = {
		"content-type": encoded.headers.get("content-type") ?? "",
		"content-length": String(body.byteLength),
	};
	const made = call.send("/api/file-shares", { method: "POST", headers, body });
	return bodyOf<{ ok: boolean; status: number; json(): Promise<CreatedShare> }>(made);
}
