import type { InferRequestType } from "hono/client";
import useSWR, { mutate, type SWRConfiguration } from "swr";
import { MAX_PAGE } from "../../../../worker/contract/pages.ts";
import { type BodyOf, client, readJson } from "../client.ts";
import { readPages } from "../read-pages.ts";
import { polled } from "../swr.ts";
import { refreshClaims } from "./claims.ts";
import { shareAddress } from "./share-response.ts";

const { "my-file-shares": list, dashboard } = client.api;
const share = client.api["file-shares"][":shareId"];
type DeleteQuery = Parameters<typeof share.$delete>[0]["query"];

type ListQuery = InferRequestType<typeof list.$get>["query"];
const LIST = list.$path({ query: {} });
const EVERY_PAGE = { limit: String(MAX_PAGE) };

async function readShares(query: ListQuery, pages: number) {
	const { items, hasMore } = await readPages(pages, (at) =>
		list.$get({ query: { ...query, ...at } }),
	);
	// What is sold or edited meanwhile can move to a later page, and is there once more.
	const found = new Map(items.map((share) => [share.shareId, share]));
	return { shares: [...found.values()], hasMore };
}

const usePages = (query: ListQuery | null, pages: number, options: SWRConfiguration = polled(30)) =>
	useSWR(query && [LIST, query, pages], () => readShares(query ?? {}, pages), options);

/** The first pages of the shares that match; what is shown stays while one more is read. */
export const useShareList = (query: ListQuery, pages: number) =>
	usePages(query, pages, { ...polled(30), keepPreviousData: pages > 1 });

/** The creator's newest shares, one page of them. */
export function useShares() {
	const { data, error, mutate: reload } = usePages({}, 1);
	return { data: data?.shares, error, mutate: reload };
}

/** One share of the creator; null where there is none. Not asked for while `slug` is null. */
export function useOwnShare(slug: string | null) {
	const { data } = usePages(slug === null ? null : { shareId: slug }, 1);
	return data && (data.shares[0] ?? null);
}

/** Every share of the creator, for choices among all of them; not read while `isWanted` is false. */
export function useEveryShare(isWanted = true) {
	const {
		data,
		error,
		isLoading,
		mutate: reload,
	} = useSWR(
		isWanted && [LIST, EVERY_PAGE],
		() => readShares(EVERY_PAGE, Number.POSITIVE_INFINITY),
		{ dedupingInterval: 2_000 },
	);
	return { data: data?.shares, error, isLoading, mutate: reload };
}

/** Reads what is shown of the creator's shares again. */
export const refreshShares = () => mutate((key) => Array.isArray(key) && key[0] === LIST);

/** The creator's sales in numbers. */
export const useMetrics = () =>
	useSWR(dashboard.$path(), () => readJson(dashboard.$get()), polled(30));

/** Reads the sales in numbers again. */
export const refreshMetrics = () => mutate(dashboard.$path());

/** Fetches again what a sale, a claim or an edit has changed. */
export async function refreshDashboard(): Promise<void> {
	await Promise.all([refreshShares(), refreshMetrics(), refreshClaims()]);
}

export type EditInput = BodyOf<typeof share.$patch>;

/** Changes a share. Throws ApiFailure. */
export async function editShare(slug: string, json: EditInput): Promise<void> {
	await share.$patch({ param: { shareId: slug }, json });
	await Promise.all([refreshDashboard(), mutate(shareAddress(slug))]);
}

/** Removes files from a share that nobody has begun to pay for. Throws ApiFailure. */
export async function removeFiles(slug: string, files: string[]): Promise<void> {
	await share.files.remove.$post({ param: { shareId: slug }, json: { files } });
	await mutate(shareAddress(slug));
}

/** What deleting a share means for its buyers; not asked for while `slug` is null. */
export const useShareDeletion = (slug: string | null) =>
	useSWR(slug && share.deletion.$path({ param: { shareId: slug } }), () =>
		readJson(share.deletion.$get({ param: { shareId: slug ?? "" } })),
	);

/** Deletes a share. Throws ApiFailure. */
export const deleteShare = (slug: string, query: DeleteQuery, init?: RequestInit) =>
	share.$delete({ param: { shareId: slug }, query }, { init });
