import { failed, UnreadableFile } from "../../../../web/upload-engine/transport/failures.ts";
import type { Network } from "../../../../web/upload-engine/transport/network.ts";
import type { Transport } from "../../../../web/upload-engine/transport/transport.ts";
import type { CreatedShare } from "../../../../worker/catalogue/shares/contract/shares.ts";
import type { UploadFile } from "../../../../worker/files/uploads/contract.ts";
import type { FileSlice } from "../upload/file-slice.ts";
import { type HttpCall, type HttpClient, headerOf, textOf } from "./http.ts";

/** The engine repeats the calls itself. */
export function httpTransport(http: HttpClient): Transport<FileSlice> {
	async function call(method: string, path: string, options: HttpCall) {
		const response = await http.open(method, path, options);
		const text = await textOf(http, response, options.signal);
		const { statusCode: status = 0 } = response;
		if (status < 200 || status > 299) throw failed(status, text, headerOf(response, "retry-after"));
		return { status, text };
	}
	return {
		async sendPart({ uploadId, fileId, part, token, crc32, body, onProgress, signal }) {
			// The very bytes that were checksummed.
			const { loaded } = body;
			if (!loaded) throw new UnreadableFile("The part was not read.");
			await call("PUT", `/api/uploads/${uploadId}/files/${fileId}/parts/${part}`, {
				body: loaded,
				signal,
				onSent: onProgress,
				headers: {
					"content-type": "application/octet-stream",
					"x-upload-token": token,
					"x-part-crc32": crc32,
				},
			});
			body.release();
			onProgress(body.size);
		},
		async tokens(uploadId, from, signal) {
			const { text } = await call("GET", `/api/uploads/${uploadId}?from=${from}`, { signal });
			const { files } = JSON.parse(text) as { files: UploadFile[] };
			return { files };
		},
		async complete(uploadId, signal) {
			const options = { signal, body: new Uint8Array() };
			const { status, text } = await call("POST", `/api/uploads/${uploadId}/complete`, options);
			return { published: status === 202 ? null : (JSON.parse(text) as CreatedShare) };
		},
	};
}

/** Each call discovers if there is a network. */
export const anyNetwork: Network = { isOnline: () => true, whenOnline: async () => {} };
