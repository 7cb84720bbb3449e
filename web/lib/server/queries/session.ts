import useSWR, { mutate } from "swr";
import type { User } from "../../../../worker/contract/accounts/accounts.ts";
import { cookieValue, SIGNED_IN_COOKIE } from "../../../../worker/contract/cookies.ts";
import type { Locale } from "../../../../worker/contract/locales.ts";
import { readCookies } from "../../page/storage.ts";
import { type BodyOf, client, readJson } from "../client.ts";
import { ApiFailure } from "../failure.ts";

const { user: route, login, register, logout } = client.api;
const KEY = route.$path();

/**
 * Without the hint cookie that the server sets beside the session, nobody is signed in; a request would
 * only delay the page and log an error in the console.
 */
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

/**
 * The signed-in creator, null when signed out. Fresh for 5 minutes, never retried. Not revalidated on
 * reconnect: a failed request would count as signed out and discard the screen with the typed input.
 */
export function useCurrentUser() {
	return useSWR(KEY, currentUser, {
		shouldRetryOnError: false,
		revalidateOnReconnect: false,
		...(!mayBeSignedIn() && { fallbackData: null }),
	});
}

/** Reads the session again, after something about the account has changed. */
export const refreshSession = () => mutate(KEY);

/** Takes a response of the server as the session, without reading it again. */
export const storeSession = (user: User) => mutate(KEY, user, { revalidate: false });

/** Fetches everything but the session again. */
export const refreshAllButSession = () => mutate((key) => key !== KEY);

/** Signs in. Throws ApiFailure. */
export const signIn = (json: BodyOf<typeof login.$post>) => readJson(login.$post({ json }));

/** Makes an account and signs in. Throws ApiFailure. */
export const signUp = (json: BodyOf<typeof register.$post>, headers: Record<string, string>) =>
	readJson(register.$post({ json }, { headers }));

/** Ends this session. Throws ApiFailure. */
export const signOut = () => logout.$post();

/** Changes the creator's names or the language of mails, here too. Throws ApiFailure. */
export async function updateUser(json: BodyOf<typeof route.$patch>): Promise<void> {
	await storeSession(await readJson(route.$patch({ json })));
}

/** Tells the server, if a creator may be signed in, in which language to write to them. Throws ApiFailure. */
export async function saveLocale(locale: Locale): Promise<void> {
	if (mayBeSignedIn()) await updateUser({ locale });
}
