import { completeUpload, fetchUploadPage, partPath } from "../../lib/server/queries/uploads.ts";
import { failed, type TransferFailure, unreachable } from "./failures.ts";
import type { PartCall, Transport } from "./transport.ts";

/** ms without progress after which a part is sent again. */
const STALL_MS = 60_000;

/** `fetch` reports no upload progress. */
export const httpTransport: Transport = {
	sendPart,
	async tokens(uploadId, from, signal) {
		const { files } = await fetchUploadPage(uploadId, from, { fetch: fetchOk, init: { signal } });
		return { files };
	},
	async complete(uploadId, signal) {
		return { published: await completeUpload(uploadId, { fetch: fetchOk, init: { signal } }) };
	},
};

function sendPart(call: PartCall): Promise<void> {
	const { uploadId, fileId, part, token, crc32, body, onProgress, signal } = call;
	return new Promise((resolve, reject) => {
		signal.throwIfAborted();
		const xhr = new XMLHttpRequest();
		let stall: ReturnType<typeof setTimeout>;
		const halt = () => xhr.abort();
		const end = (settle: () => void) => {
			clearTimeout(stall);
			signal.removeEventListener("abort", halt);
			settle();
		};
		const fail = (failure: unknown) => end(() => reject(failure));
		const watch = () => {
			clearTimeout(stall);
			stall = setTimeout(() => xhr.abort(), STALL_MS);
		};

		xhr.open("PUT", partPath(uploadId, fileId, part));
		xhr.setRequestHeader("Content-Type", "application/octet-stream");
		xhr.setRequestHeader("X-Upload-Token", token);
		xhr.setRequestHeader("X-Part-Crc32", crc32);
		xhr.upload.onprogress = (event) => {
			watch();
			onProgress(event.loaded);
		};
		xhr.onload = () => {
			if (xhr.status < 200 || xhr.status > 299) return fail(failureOf(xhr));
			onProgress(body.size);
			end(resolve);
		};
		xhr.onerror = () => fail(unreachable());
		// Aborted by the engine, or stalled.
		xhr.onabort = () => fail(signal.aborted ? signal.reason : unreachable());
		signal.addEventListener("abort", halt, { once: true });
		watch();
		xhr.send(body);
	});
}

async function fetchOk(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
	let response: Response;
	try {
		response = await fetch(input, { credentials: "same-origin", ...init });
	} catch (error) {
		throw init?.signal?.aborted ? error : unreachable();
	}
	if (response.ok) return response;
	throw failed(
		response.status,
		await response.text().catch(() => ""),
		response.headers.get("Retry-After"),
	);
}

function failureOf(xhr: XMLHttpRequest): TransferFailure {
	return failed(xhr.status, xhr.responseText, xhr.getResponseHeader("Retry-After"));
}
