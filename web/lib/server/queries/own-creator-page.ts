import useSWR, { mutate } from "swr";
import type {
	HandleAvailability,
	OwnCreatorPage,
} from "../../../../worker/pages/storefront/contract/creator-page.ts";
import { apiFetch } from "../api-fetch.ts";
import { type BodyOf, client, readJson } from "../client.ts";

const own = client.api["creator-page"];
const OWN_KEY = own.$path();

export const useOwnCreatorPage = () => useSWR(OWN_KEY, () => readJson(own.$get()));

const store = (page: OwnCreatorPage | null) => mutate(OWN_KEY, { page }, { revalidate: false });

export async function saveCreatorPage(json: BodyOf<typeof own.$put>): Promise<OwnCreatorPage> {
	const { page } = await readJson(own.$put({ json }));
	await store(page);
	return page;
}

export async function deleteCreatorPage(): Promise<void> {
	await own.$delete();
	await store(null);
}

export async function saveAvatar(picture: Blob): Promise<void> {
	// The typed client sends JSON and forms only.
	const response = await apiFetch(own.avatar.$path(), { method: "PUT", body: picture });
	const { page }: { page: OwnCreatorPage } = await response.json();
	await store(page);
}

export async function removeAvatar(): Promise<void> {
	const { page } = await readJson(own.avatar.$delete());
	await store(page);
}

/** Expects a valid handle; idle while it is null. */
export const useHandleAvailability = (handle: string | null) =>
	useSWR<HandleAvailability>(
		handle && own.handles[":handle"].$path({ param: { handle } }),
		() => readJson(own.handles[":handle"].$get({ param: { handle: handle ?? "" } })),
		{ dedupingInterval: 2_000 },
	);
