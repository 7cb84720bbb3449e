import useSWR, { mutate } from "swr";
import { type BodyOf, client, readJson } from "../client.ts";

const { applications, oauth } = client.api;
const KEY = applications.$path();

/** The applications that the creator has registered, and those that may use the account. */
export const useApplications = () => useSWR(KEY, () => readJson(applications.$get()));

/** Registers an application; only this response contains its secret. Throws ApiFailure. */
export async function createApplication(json: BodyOf<typeof applications.$post>) {
	const made = await readJson(applications.$post({ json }));
	void mutate(KEY);
	return made;
}

/** Deletes an application of the creator's own. Throws ApiFailure. */
export async function deleteApplication(id: string): Promise<void> {
	await applications[":id"].$delete({ param: { id } });
	await mutate(KEY);
}

/** Ends what an application has of the account. Throws ApiFailure. */
export async function disconnectApplication(id: string): Promise<void> {
	await applications[":id"].access.$delete({ param: { id } });
	await mutate(KEY);
}

/** What an application asks for by the query of its address; asked once, as the answer stays the same. */
export const useAuthorization = (query: string) =>
	useSWR([oauth.lookup.$path(), query], () => readJson(oauth.lookup.$post({ json: { query } })), {
		revalidateOnFocus: false,
	});

/** Gives an application access, or refuses it; returns where the browser has to go. Throws ApiFailure. */
export async function decideAuthorization(
	json: BodyOf<typeof oauth.decision.$post>,
): Promise<string> {
	const { location } = await readJson(oauth.decision.$post({ json }));
	void mutate(KEY);
	return location;
}
