import useSWR, { mutate } from "swr";
import { type BodyOf, client, readJson } from "../../../lib/server/client.ts";

const { tokens } = client.api;
const KEY = tokens.$path();

export const useAccessTokens = () => useSWR(KEY, () => readJson(tokens.$get()));

export const refreshAccessTokens = () => mutate(KEY);

export async function createAccessToken(json: BodyOf<typeof tokens.$post>) {
	const made = await readJson(tokens.$post({ json }));
	void refreshAccessTokens();
	return made;
}

export async function revokeAccessToken(id: string): Promise<void> {
	await tokens[":id"].$delete({ param: { id } });
	await refreshAccessTokens();
}
