import useSWR, { mutate } from "swr";
import { type BodyOf, client, readJson } from "../client.ts";
import { refreshSession } from "./session.ts";

const { account, email, password, session, sessions, totp } = client.api;

/** Sends a link for a new password. Throws ApiFailure. */
export const forgotPassword = (json: BodyOf<typeof password.forgot.$post>) =>
	password.forgot.$post({ json });

/** Sets a new password by the token of that link. Throws ApiFailure. */
export const resetPassword = (json: BodyOf<typeof password.reset.$post>) =>
	password.reset.$post({ json });

/** Changes the password, which ends the other sessions. Throws ApiFailure. */
export async function changePassword(json: BodyOf<typeof password.change.$post>): Promise<void> {
	await password.change.$post({ json });
}

/** Confirms the address by the token of a mail. Throws ApiFailure. */
export async function verifyEmail(token: string): Promise<void> {
	await email.verify.$post({ json: { token } });
	await refreshSession();
}

/** The change of the account's address that waits to be confirmed; null without one. */
export const useAddressChange = () =>
	useSWR(email.change.$path(), () => readJson(email.change.$get()), { dedupingInterval: 2_000 });

const refreshAddressChange = () => mutate(email.change.$path());

/** Begins to change the address. Throws ApiFailure. */
export async function changeAddress(json: BodyOf<typeof email.change.$post>): Promise<void> {
	await email.change.$post({ json });
	await refreshAddressChange();
}

/** Ends the change that waits. Throws ApiFailure. */
export async function cancelAddressChange(): Promise<void> {
	await email.change.$delete();
	await refreshAddressChange();
}

/** Confirms a change of address by the token of a mail. Throws ApiFailure. */
export async function confirmAddressChange(token: string) {
	const confirmed = await readJson(email.change.confirm.$post({ json: { token } }));
	await Promise.all([refreshSession(), refreshAddressChange()]);
	return confirmed;
}

/** Refuses a change of address by the token of a mail. Throws ApiFailure. */
export async function refuseAddressChange(token: string): Promise<void> {
	await email.change.refuse.$post({ json: { token } });
	await refreshAddressChange();
}

/** Sends the mail that confirms the address once more. Throws ApiFailure. */
export const sendVerification = () => email["send-verification"].$post();

/** The creator's sessions. */
export const useSessions = () =>
	useSWR(sessions.$path(), () => readJson(sessions.$get()), { dedupingInterval: 2_000 });

/** Reads the list of sessions again. */
export const refreshSessions = () => mutate(sessions.$path());

/** Ends one session. Throws ApiFailure. */
export async function endSession(id: string): Promise<void> {
	await sessions[":id"].$delete({ param: { id } });
	void refreshSessions();
}

/** Ends every session but this one. Throws ApiFailure. */
export async function endOtherSessions(): Promise<void> {
	await sessions.$delete();
	await refreshSessions();
}

/** Proves the second factor again in this session. Throws ApiFailure. */
export const confirmSession = (json: BodyOf<typeof session.confirm.$post>) =>
	session.confirm.$post({ json });

/** Begins to set up an authenticator app. Throws ApiFailure. */
export const setUpTotp = (json: BodyOf<typeof totp.setup.$post>) =>
	readJson(totp.setup.$post({ json }));

/** Confirms the app by its first code; the response has the recovery codes. Throws ApiFailure. */
export const confirmTotp = (json: BodyOf<typeof totp.confirm.$post>) =>
	readJson(totp.confirm.$post({ json }));

/** Takes the second factor away. Throws ApiFailure. */
export const disableTotp = (json: BodyOf<typeof totp.disable.$post>) =>
	totp.disable.$post({ json });

/** The latest acts on the account, its shares and its sales. */
export const useActs = () =>
	useSWR(account.acts.$path(), () => readJson(account.acts.$get()), { dedupingInterval: 2_000 });

/** What deleting the account means for buyers, and which money blocks it. */
export const useAccountDeletion = () =>
	useSWR(account.deletion.$path(), () => readJson(account.deletion.$get()));

/** Deletes the account. Throws ApiFailure. */
export const deleteAccount = (json: BodyOf<typeof account.$delete>) => account.$delete({ json });

/** The link to everything that is kept about the account. */
export const accountExportLink = account.export.$path();
