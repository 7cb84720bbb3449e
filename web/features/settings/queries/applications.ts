import useSWR, { mutate } from "swr";
import { type BodyOf, client, readJson } from "../../../lib/server/client.ts";

const { applications, oauth } = client.api;
const KEY = applications.$path();

export const useApplications = () => useSWR(KEY, () => readJson(applications.$get()));

export async function createApplication(json: BodyOf<typeof applications.$post>) {
	const made = await readJson(applications.$post({ json }));
	void mutate(KEY);
	return made;
}

export async function deleteApplication(id: string): Promise<void> {
	await applications[":id"].$delete({ param: { id } });
	await mutate(KEY);
}

export async function disconnectApplication(id: string): Promise<void> {
	await applications[":id"].access.$delete({ param: { id } });
	await mutate(KEY);
}

/** The request in the query of the application's link. Not revalidated on focus, since the answer stays the same. */
export const useAuthorization = (query: string) =>
	useSWR([oauth.lookup.$path(), query], () => readJson(oauth.lookup.$post({ json: { query } })), {
		revalidateOnFocus: false,
	});

export async function decideAuthorization(
	json: BodyOf<typeof oauth.decision.$post>,
): Promise<string> {
	const { location } = await readJson(oauth.decision.$post({ json }));
	void mutate(KEY);
	return location;
}
