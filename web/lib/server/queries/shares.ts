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
/** fewer than the server's own: a phone shows four at a time */
const FIRST_PAGE = { limit: "20" };
const EVERY_PAGE = { limit: String(MAX_PAGE) };

async function readShares(query: ListQuery, pages: number) {
	const { items, hasMore } = await readPages(pages, (at) =>
		list.$get({ query: { ...FIRST_PAGE, ...query, ...at } }),
	);
	// Sales and edits in the meantime can move a share to a later page, so it may occur twice.
	const found = new Map(items.map((share) => [share.shareId, share]));
	return { shares: [...found.values()], hasMore };
}

const usePages = (query: ListQuery | null, pages: number, options: SWRConfiguration = polled(30)) =>
	useSWR(query && [LIST, query, pages], () => readShares(query ?? {}, pages), options);

/** Keeps showing the loaded pages while another loads. */
export const useShareList = (query: ListQuery, pages: number) =>
	usePages(query, pages, { ...polled(30), keepPreviousData: pages > 1 });

export function useShares() {
	const { data, error, mutate: reload } = usePages({}, 1);
	return { data: data?.shares, error, mutate: reload };
}

/** Null if there is none; idle while `slug` is null. */
export function useOwnShare(slug: string | null) {
	const { data } = usePages(slug === null ? null : { shareId: slug }, 1);
	return data && (data.shares[0] ?? null);
}

/** For choices among all shares; idle while `isWanted` is false. */
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

export const refreshShares = () => mutate((key) => Array.isArray(key) && key[0] === LIST);

export const useMetrics = () =>
	useSWR(dashboard.$path(), () => readJson(dashboard.$get()), polled(30));

export const refreshMetrics = () => mutate(dashboard.$path());

export async function refreshDashboard(): Promise<void> {
	await Promise.all([refreshShares(), refreshMetrics(), refreshClaims()]);
}

export type EditInput = BodyOf<typeof share.$patch>;

export async function editShare(slug: string, json: EditInput, init?: RequestInit): Promise<void> {
	await share.$patch({ param: { shareId: slug }, json }, { init });
	await Promise.all([refreshDashboard(), mutate(shareAddress(slug))]);
}

/** Only from a share that nobody has begun to pay for. */
export async function removeFiles(slug: string, files: string[]): Promise<void> {
	await share.files.remove.$post({ param: { shareId: slug }, json: { files } });
	await mutate(shareAddress(slug));
}

/** The effect of deletion on buyers; idle while `slug` is null. */
export const useShareDeletion = (slug: string | null) =>
	useSWR(slug && share.deletion.$path({ param: { shareId: slug } }), () =>
		readJson(share.deletion.$get({ param: { shareId: slug ?? "" } })),
	);

export async function deleteShare(
	slug: string,
	query: DeleteQuery,
	init?: RequestInit,
): Promise<void> {
	await share.$delete({ param: { shareId: slug }, query }, { init });
	await refreshDashboard();
}
