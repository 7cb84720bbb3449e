import useSWR, { useSWRConfig } from "swr";
import type { TransactionLimits } from "../../../worker/contract/accounts.ts";
import type { PaymentStatus } from "../../../worker/contract/payments.ts";
import type { PreviewPolicy, SaleMode } from "../../../worker/contract/shares.ts";
import type { BegunUpload, OpenUpload, ResumableUpload } from "../../../worker/contract/uploads.ts";
import { call } from "../../lib/call.ts";
import { ApiFailure } from "../../lib/failure.ts";
import { polled } from "../../lib/swr.ts";

const LIMITS = "/api/user/transaction-limits";
const UPLOADS = "/api/uploads";
const SHARES = "/api/my-file-shares";

export type BeginInput = {
	title: string;
	description: string | undefined;
	/** decimal string */
	price: string;
	saleMode: SaleMode;
	maxSales: number | undefined;
	preview: PreviewPolicy;
	files: { name: string; size: number; type: string; folderPath: string; lastModified: number }[];
};

let withoutResponse: { body: string; key: string } | null = null;

/**
 * Begins a resumable upload. If the response is lost, beginning again returns the same upload, so that no
 * slot of the month is used twice. Throws ApiFailure.
 */
export async function begin(input: BeginInput): Promise<BegunUpload> {
	const body = JSON.stringify(input);
	const key = withoutResponse?.body === body ? withoutResponse.key : crypto.randomUUID();
	try {
		const begun = await call<BegunUpload>("POST", UPLOADS, { ...input, key });
		withoutResponse = null;
		return begun;
	} catch (error) {
		const isRefusal = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
		withoutResponse = isRefusal ? null : { body, key };
		throw error;
	}
}

/** Fetches an unfinished upload with all of its files, page by page. Throws ApiFailure. */
export async function openUpload(id: string): Promise<ResumableUpload> {
	const first = await call<ResumableUpload>("GET", `${UPLOADS}/${id}`);
	const files = [...first.files];
	for (let next = first.next; next !== null; ) {
		const page = await call<ResumableUpload>("GET", `${UPLOADS}/${id}?from=${next}`);
		files.push(...page.files);
		next = page.next;
	}
	return { ...first, files, next: null };
}

/** Abandons an upload. Throws ApiFailure. */
export function discard(id: string): Promise<void> {
	return call("DELETE", `${UPLOADS}/${id}`);
}

/** How many uploads are left this month; undefined while it loads. */
export function useLimits(): TransactionLimits | undefined {
	return useSWR<TransactionLimits>(LIMITS, polled(60)).data;
}

/** Whether buyers can pay this creator; undefined while it loads. */
export function usePaymentStatus(): PaymentStatus | undefined {
	return useSWR<PaymentStatus>("/api/payment-status", polled(30)).data;
}

/** The creator's unfinished uploads; undefined while they load. */
export function useOpenUploads(): readonly OpenUpload[] | undefined {
	return useSWR<OpenUpload[]>(UPLOADS, polled(60)).data;
}

/** Revalidates what an upload changes: limits, unfinished uploads, shares, metrics. */
export function useRefreshAfterUpload(): () => void {
	const { mutate } = useSWRConfig();
	return () => {
		const changed = [LIMITS, UPLOADS, SHARES, "/api/dashboard"];
		void mutate((key) => typeof key === "string" && changed.includes(key));
	};
}
