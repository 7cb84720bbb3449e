import useSWR, { mutate } from "swr";
import type { Assertion } from "../../../../worker/contract/accounts/passkeys.ts";
import { type BodyOf, client, readJson } from "../client.ts";

const { login, passkeys, session } = client.api;
const KEY = passkeys.$path();

/** The creator's passkeys. */
export const usePasskeys = () => useSWR(KEY, () => readJson(passkeys.$get()));

/** Reads the list of passkeys again. */
export const refreshPasskeys = () => mutate(KEY);

/** Begins to add a passkey. Throws ApiFailure. */
export const beginPasskey = (json: BodyOf<typeof passkeys.begin.$post>) =>
	readJson(passkeys.begin.$post({ json }));

/** Adds a passkey; the response has recovery codes if it is the first second factor. Throws ApiFailure. */
export async function addPasskey(json: BodyOf<typeof passkeys.$post>) {
	const added = await readJson(passkeys.$post({ json }));
	void refreshPasskeys();
	return added;
}

/** Renames a passkey. Throws ApiFailure. */
export async function renamePasskey(id: string, name: string): Promise<void> {
	await passkeys[":id"].$patch({ param: { id }, json: { name } });
	await refreshPasskeys();
}

/** Removes a passkey. Throws ApiFailure. */
export async function removePasskey(
	id: string,
	json: BodyOf<(typeof passkeys)[":id"]["$delete"]>,
): Promise<void> {
	await passkeys[":id"].$delete({ param: { id }, json });
	await refreshPasskeys();
}

/** Begins a sign-in without a password. Throws ApiFailure. */
export const beginPasskeySignIn = () => readJson(login.passkey.begin.$post());

/** Signs in with a passkey. Throws ApiFailure. */
export const signInWithPasskey = (passkey: Assertion) =>
	readJson(login.passkey.$post({ json: { passkey } }));

/** Begins to prove a passkey again in this session. Throws ApiFailure. */
export const beginConfirmation = () => readJson(session.confirm.passkey.$post());
