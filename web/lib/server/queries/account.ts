import useSWR, { mutate } from "swr";
import { type BodyOf, client, readJson } from "../client.ts";
import { refreshSession } from "./session.ts";

const { account, email, password, session, sessions, totp } = client.api;

export const forgotPassword = (json: BodyOf<typeof password.forgot.$post>) =>
	password.forgot.$post({ json });

export const resetPassword = (json: BodyOf<typeof password.reset.$post>) =>
	password.reset.$post({ json });

export async function changePassword(json: BodyOf<typeof password.change.$post>): Promise<void> {
	await password.change.$post({ json });
}

export async function verifyEmail(token: string): Promise<void> {
	await email.verify.$post({ json: { token } });
	await refreshSession();
}

export const useAddressChange = () =>
	useSWR(email.change.$path(), () => readJson(email.change.$get()), { dedupingInterval: 2_000 });

const refreshAddressChange = () => mutate(email.change.$path());

export async function changeAddress(json: BodyOf<typeof email.change.$post>): Promise<void> {
	await email.change.$post({ json });
	await refreshAddressChange();
}

export async function cancelAddressChange(): Promise<void> {
	await email.change.$delete();
	await refreshAddressChange();
}

export async function confirmAddressChange(token: string) {
	const confirmed = await readJson(email.change.confirm.$post({ json: { token } }));
	await Promise.all([refreshSession(), refreshAddressChange()]);
	return confirmed;
}

export async function refuseAddressChange(token: string): Promise<void> {
	await email.change.refuse.$post({ json: { token } });
	await refreshAddressChange();
}

export const sendVerification = () => email["send-verification"].$post();

export const useSessions = () =>
	useSWR(sessions.$path(), () => readJson(sessions.$get()), { dedupingInterval: 2_000 });

export const refreshSessions = () => mutate(sessions.$path());

export async function endSession(id: string): Promise<void> {
	await sessions[":id"].$delete({ param: { id } });
	void refreshSessions();
}

export async function endOtherSessions(): Promise<void> {
	await sessions.$delete();
	await refreshSessions();
}

export const confirmSession = (json: BodyOf<typeof session.confirm.$post>) =>
	session.confirm.$post({ json });

export const setUpTotp = (json: BodyOf<typeof totp.setup.$post>) =>
	readJson(totp.setup.$post({ json }));

export const confirmTotp = (json: BodyOf<typeof totp.confirm.$post>) =>
	readJson(totp.confirm.$post({ json }));

export const disableTotp = (json: BodyOf<typeof totp.disable.$post>) =>
	totp.disable.$post({ json });

export const useActs = () =>
	useSWR(account.acts.$path(), () => readJson(account.acts.$get()), { dedupingInterval: 2_000 });

export const useAccountDeletion = () =>
	useSWR(account.deletion.$path(), () => readJson(account.deletion.$get()));

export const deleteAccount = (json: BodyOf<typeof account.$delete>) => account.$delete({ json });

export const accountExportLink = account.export.$path();
