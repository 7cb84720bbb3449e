import useSWR, { mutate } from "swr";
import type { User } from "../../../../worker/accounts/contract.ts";
import { cookieValue, SIGNED_IN_COOKIE } from "../../../../worker/contract/cookies.ts";
import type { Locale } from "../../../../worker/contract/locales.ts";
import { readCookies } from "../../page/storage.ts";
import { type BodyOf, client, readJson } from "../client.ts";
import { ApiFailure } from "../failure.ts";

const { user: route, login, register, logout } = client.api;
const KEY = route.$path();

/** Reads the hint cookie next to the session: a request would only delay the page and log an error. */
export function mayBeSignedIn(): boolean {
	return !import.meta.env.SSR && cookieValue(readCookies(), SIGNED_IN_COOKIE) === "1";
}

async function currentUser(): Promise<User | null> {
	if (!mayBeSignedIn()) return null;
	try {
		return await readJson(route.$get());
	} catch (error) {
		if (!(error instanceof ApiFailure && error.status === 401))
			console.error("The session could not be read; treated as signed out.", error);
		return null;
	}
}

/** Not revalidated on reconnect: a failed request would count as signed out and discard the typed input. */
export function useCurrentUser() {
	return useSWR(KEY, currentUser, {
		shouldRetryOnError: false,
		revalidateOnReconnect: false,
		...(!mayBeSignedIn() && { fallbackData: null }),
	});
}

export const refreshSession = () => mutate(KEY);

/** Takes a server's response as the session, without refetching. */
export const storeSession = (user: User) => mutate(KEY, user, { revalidate: false });

export const refreshAllButSession = () => mutate((key) => key !== KEY);

export const signIn = (json: BodyOf<typeof login.$post>) => readJson(login.$post({ json }));

export const signUp = (json: BodyOf<typeof register.$post>, headers: Record<string, string>) =>
	readJson(register.$post({ json }, { headers }));

export const signOut = () => logout.$post();

export async function updateUser(json: BodyOf<typeof route.$patch>): Promise<void> {
	await storeSession(await readJson(route.$patch({ json })));
}

export async function saveLocale(locale: Locale): Promise<void> {
	if (mayBeSignedIn()) await updateUser({ locale });
}
