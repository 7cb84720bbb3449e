import useSWR, { mutate } from "swr";
import { type BodyOf, client, readJson } from "../client.ts";
import { refreshSession } from "./session.ts";

const { account, email, password, sessions, totp } = client.api;

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

/** Begins to set up an authenticator app. Throws ApiFailure. */
export const setUpTotp = (json: BodyOf<typeof totp.setup.$post>) =>
	readJson(totp.setup.$post({ json }));

/** Confirms the app by its first code; the response has the recovery codes. Throws ApiFailure. */
export const confirmTotp = (json: BodyOf<typeof totp.confirm.$post>) =>
	readJson(totp.confirm.$post({ json }));

/** Takes the second factor away. Throws ApiFailure. */
export const disableTotp = (json: BodyOf<typeof totp.disable.$post>) =>
	totp.disable.$post({ json });

/** What deleting the account means for buyers, and which money blocks it. */
export const useAccountDeletion = () =>
	useSWR(account.deletion.$path(), () => readJson(account.deletion.$get()));

/** Deletes the account. Throws ApiFailure. */
export const deleteAccount = (json: BodyOf<typeof account.$delete>) => account.$delete({ json });

/** The link to everything that is kept about the account. */
export const accountExportLink = account.export.$path();
