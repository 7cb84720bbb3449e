import useSWR, { mutate } from "swr";
import { type BodyOf, client, readJson } from "../client.ts";
import { polled } from "../swr.ts";
import { refreshClaims } from "./claims.ts";
import { shareAddress } from "./share-response.ts";

const { "my-file-shares": list, dashboard } = client.api;
const share = client.api["file-shares"][":shareId"];
type DeleteQuery = Parameters<typeof share.$delete>[0]["query"];

/** The creator's shares. */
export const useShares = () => useSWR(list.$path(), () => readJson(list.$get()), polled(30));

/** Reads the creator's shares again. */
export const refreshShares = () => mutate(list.$path());

/** The creator's sales in numbers. */
export const useMetrics = () =>
	useSWR(dashboard.$path(), () => readJson(dashboard.$get()), polled(30));

/** Reads the sales in numbers again. */
export const refreshMetrics = () => mutate(dashboard.$path());

/** Fetches again what a sale, a claim or an edit has changed. */
export async function refreshDashboard(): Promise<void> {
	await Promise.all([refreshShares(), refreshMetrics(), refreshClaims()]);
}

/** Changes a share. Throws ApiFailure. */
export async function editShare(slug: string, json: BodyOf<typeof share.$patch>): Promise<void> {
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
