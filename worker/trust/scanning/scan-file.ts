import * as z from "zod";
import type { NewFile } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { serializeError } from "../../platform/log.ts";
import { rangedObjectStream } from "../../platform/storage/ranged-object-stream.ts";

/** More than any scanner's answer about one file. */
const MAX_ANSWER = 64 * 1024;
/** Characters of the scanner's name for a match, shown in mails. */
const MAX_NAME = 120;
const BOUNDARY = "----tillbox-scanned-file";

export type Verdict =
	| { readonly verdict: "clean"; readonly found: null }
	| { readonly verdict: "match"; readonly found: string }
	| { readonly verdict: null; readonly reason: string };

const result = z.object({ Status: z.string(), Description: z.string().optional() });
const results = z.union([z.array(result).min(1).max(100), result.transform((one) => [one])]);

/** Leaves out the file's name, which the scanner doesn't need and might log. */
async function formOf(ctx: Ctx, { id, objectKey, size, etag }: NewFile) {
	const encoder = new TextEncoder();
	const head = encoder.encode(
		`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${id}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
	);
	const tail = encoder.encode(`\r\n--${BOUNDARY}--\r\n`);
	const bytes = size === 0 ? [] : [{ key: objectKey, offset: 0, length: size }];
	// A scanner may answer before it has read everything; an error of the store ends the request.
	const broken = () => undefined;
	return rangedObjectStream(ctx.files, [head, ...bytes, tail], {
		recordOf: () => ({ size, etag }),
		broken,
	});
}

async function textOf(response: Response, signal: AbortSignal): Promise<string | null> {
	const reader = response.body?.getReader();
	if (!reader) return "";
	signal.addEventListener("abort", () => void reader.cancel(signal.reason).catch(() => undefined));
	const decoder = new TextDecoder();
	let text = "";
	for (let size = 0; ; ) {
		const { done, value } = await reader.read();
		signal.throwIfAborted();
		if (done) return text + decoder.decode();
		size += value.byteLength;
		if (size > MAX_ANSWER) {
			await reader.cancel();
			return null;
		}
		text += decoder.decode(value, { stream: true });
	}
}

function parsed(text: string | null): z.output<typeof results> | null {
	try {
		return results.parse(JSON.parse(text ?? ""));
	} catch {
		return null;
	}
}

/** Keeps only letters that any mail can show. */
const nameOf = (description: string | undefined) =>
	(description ?? "").replace(/[^\x20-\x7e]/g, "").slice(0, MAX_NAME) || "unnamed";

function verdictOf(status: number, said: z.output<typeof results> | null): Verdict {
	const match = said?.find(({ Status }) => Status === "FOUND");
	if (status === 406 || (status === 200 && match))
		return { verdict: "match", found: nameOf(match?.Description) };
	if (status === 200 && said?.every(({ Status }) => Status === "OK"))
		return { verdict: "clean", found: null };
	return { verdict: null, reason: `status ${status}${said ? "" : ", not understood"}` };
}

/**
 * Speaks the protocol of ClamAV's REST front (`POST /v2/scan`): a form with one file; 406 means a match, 200 with
 * `[{"Status":"OK"}]` none. Anything else, such as a proxy's page, counts as no answer.
 */
export async function scanFile(ctx: Ctx, file: NewFile, timeoutMs: number): Promise<Verdict> {
	const { SCAN_URL, SCAN_TOKEN } = ctx.config;
	if (!SCAN_URL) return { verdict: null, reason: "no scanner is configured" };
	const signal = AbortSignal.timeout(timeoutMs);
	try {
		const response = await fetch(SCAN_URL, {
			method: "POST",
			headers: {
				"Content-Type": `multipart/form-data; boundary=${BOUNDARY}`,
				Accept: "application/json",
				...(SCAN_TOKEN && { Authorization: `Bearer ${SCAN_TOKEN}` }),
			},
			body: await formOf(ctx, file),
			// Bytes and token go only to the operator's configured address.
			redirect: "manual",
			signal,
		});
		return verdictOf(response.status, parsed(await textOf(response, signal)));
	} catch (error) {
		return { verdict: null, reason: String(serializeError(error).error) };
	}
}
