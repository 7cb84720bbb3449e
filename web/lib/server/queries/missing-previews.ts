import useSWR, { mutate } from "swr";
import type {
	MissingPreviews,
	PreviewFailure,
} from "../../../../worker/files/previews/contract/previews.ts";
import { apiFetch } from "../api-fetch.ts";
import { client, readJson } from "../client.ts";
import { polled } from "../swr.ts";
import { fileLinks } from "./files.ts";
import { shareAddress } from "./share-response.ts";
import { type Preview, previewCall } from "./uploads.ts";

const missing = client.api["missing-previews"];
const file = client.api.files[":id"];

export const fetchMissingPreviews = () => readJson(missing.$get());

export const useMissingPreviews = () =>
	useSWR<MissingPreviews>(missing.$path(), fetchMissingPreviews, {
		...polled(60),
		refreshInterval: (latest) => (latest?.shares.length ? 3_000 : 60_000),
	});

export function refreshPreviews(slug?: string): void {
	void mutate(missing.$path());
	if (slug) void mutate(shareAddress(slug));
}

export function putFilePreview(id: string, preview: Preview, signal: AbortSignal) {
	const { query, options } = previewCall(preview, signal);
	return readJson(file.preview.$put({ param: { id }, query }, options));
}

export const putPreviewFailure = (id: string, reason: PreviewFailure) =>
	file["preview-failure"].$put({ param: { id }, json: { reason } });

export async function fetchOriginal(
	id: string,
	start: number,
	end: number,
	signal: AbortSignal,
): Promise<ArrayBuffer> {
	const headers = { Range: `bytes=${start}-${end - 1}` };
	const response = await apiFetch(fileLinks.download(id), { headers, signal });
	const bytes = await response.arrayBuffer();
	return response.status === 206 ? bytes : bytes.slice(start, end);
}
