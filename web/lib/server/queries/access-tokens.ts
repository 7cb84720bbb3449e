import useSWR, { mutate } from "swr";
import { type BodyOf, client, readJson } from "../client.ts";

const { tokens } = client.api;
const KEY = tokens.$path();

/** The creator's access tokens. */
export const useAccessTokens = () => useSWR(KEY, () => readJson(tokens.$get()));

/** Reads the list of access tokens again. */
export const refreshAccessTokens = () => mutate(KEY);

/** Makes an access token; only this response contains it. Throws ApiFailure. */
export async function createAccessToken(json: BodyOf<typeof tokens.$post>) {
	const made = await readJson(tokens.$post({ json }));
	void refreshAccessTokens();
	return made;
}

/** Ends an access token at once. Throws ApiFailure. */
export async function revokeAccessToken(id: string): Promise<void> {
	await tokens[":id"].$delete({ param: { id } });
	await refreshAccessTokens();
}
