import useSWR, { mutate } from "swr";
import type { Assertion } from "../../../../worker/accounts/passkeys/contract.ts";
import { type BodyOf, client, readJson } from "../client.ts";

const { login, passkeys, session } = client.api;
const KEY = passkeys.$path();

export const usePasskeys = () => useSWR(KEY, () => readJson(passkeys.$get()));

export const refreshPasskeys = () => mutate(KEY);

export const beginPasskey = (json: BodyOf<typeof passkeys.begin.$post>) =>
	readJson(passkeys.begin.$post({ json }));

/** The response has recovery codes if this is the first second factor. */
export async function addPasskey(json: BodyOf<typeof passkeys.$post>) {
	const added = await readJson(passkeys.$post({ json }));
	void refreshPasskeys();
	return added;
}

export async function renamePasskey(id: string, name: string): Promise<void> {
	await passkeys[":id"].$patch({ param: { id }, json: { name } });
	await refreshPasskeys();
}

export async function removePasskey(
	id: string,
	json: BodyOf<(typeof passkeys)[":id"]["$delete"]>,
): Promise<void> {
	await passkeys[":id"].$delete({ param: { id }, json });
	await refreshPasskeys();
}

export const beginPasskeySignIn = () => readJson(login.passkey.begin.$post());

export const signInWithPasskey = (passkey: Assertion) =>
	readJson(login.passkey.$post({ json: { passkey } }));

export const beginConfirmation = () => readJson(session.confirm.passkey.$post());
