import type { ClientRequestOptions } from "hono/client";
import useSWR, { mutate, type SWRConfiguration } from "swr";
import type * as z from "zod";
import type { PreviewPolicy } from "../../../../worker/catalogue/shares/contract/share-fields.ts";
import type { RenditionKind } from "../../../../worker/catalogue/shares/contract/shares.ts";
import type {
	BegunUpload,
	beginUploadInput,
	OpenUpload,
	ResumableUpload,
} from "../../../../worker/files/uploads/contract.ts";
import { client, readJson } from "../client.ts";
import { ApiFailure } from "../failure.ts";
import { polled } from "../swr.ts";
import { shareAddress } from "./share-response.ts";
import { refreshMetrics, refreshShares } from "./shares.ts";

const { uploads } = client.api;
const upload = uploads[":id"];
const file = upload.files[":fileId"];
const limits = client.api.user["transaction-limits"];

export type BeginInput = Omit<z.input<typeof beginUploadInput>, "key" | "preview"> & {
	preview: PreviewPolicy;
};
export type Replacement = { file: string; note: string; keepEarlier: boolean };

let withoutResponse: { body: string; key: string } | null = null;

/** After a lost response, beginning again returns the same upload, so that no slot is used twice. */
export async function beginUpload(input: BeginInput): Promise<BegunUpload> {
	const body = JSON.stringify(input);
	const key = withoutResponse?.body === body ? withoutResponse.key : crypto.randomUUID();
	try {
		const begun = await readJson(uploads.$post({ json: { ...input, key } }));
		withoutResponse = null;
		return begun;
	} catch (error) {
		const isRefusal = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
		withoutResponse = isRefusal ? null : { body, key };
		throw error;
	}
}

export const fetchUploadPage = (id: string, from: number, options?: ClientRequestOptions) =>
	readJson(upload.$get({ param: { id }, query: { from: String(from) } }, options));

export async function fetchUpload(id: string): Promise<ResumableUpload> {
	const first = await fetchUploadPage(id, 0);
	const files = [...first.files];
	for (let next = first.next; next !== null; ) {
		const page = await fetchUploadPage(id, next);
		files.push(...page.files);
		next = page.next;
	}
	return { ...first, files, next: null };
}

/** Null while a large share is still being published. */
export async function completeUpload(id: string, options: ClientRequestOptions) {
	const response = await upload.complete.$post({ param: { id } }, options);
	return response.status === 202 ? null : response.json();
}

export const discardUpload = (id: string) => upload.$delete({ param: { id } });

export const partPath = (id: string, fileId: string, n: number) =>
	file.parts[":n"].$path({ param: { id, fileId, n: String(n) } });

export type Preview = {
	kind: RenditionKind;
	body: Blob;
	width?: number;
	height?: number;
	durationMs?: number;
	startMs?: number;
	pages?: number;
};

export function previewCall(
	{ kind, body, width, height, durationMs, startMs, pages }: Preview,
	signal: AbortSignal,
) {
	const query = {
		kind,
		width: width?.toString(),
		height: height?.toString(),
		durationMs: durationMs?.toString(),
		startMs: startMs?.toString(),
		pages: pages?.toString(),
	};
	const headers = { "Content-Type": body.type || "application/octet-stream" };
	return { query, options: { headers, init: { body, signal } } };
}

export function putPreview(
	param: { id: string; fileId: string },
	preview: Preview,
	signal: AbortSignal,
) {
	const { query, options } = previewCall(preview, signal);
	return readJson(file.preview.$put({ param, query }, options));
}

export const useLimits = () => useSWR(limits.$path(), () => readJson(limits.$get()), polled(60));

export const useOpenUploads = (options: SWRConfiguration<OpenUpload[]>) =>
	useSWR<OpenUpload[]>(uploads.$path(), () => readJson(uploads.$get()), options);

export function refreshAfterUpload(slug?: string): void {
	for (const key of [limits.$path(), uploads.$path()]) void mutate(key);
	if (slug) void mutate(shareAddress(slug));
	void refreshShares();
	void refreshMetrics();
}
