import { createContext, type ReactNode, useContext, useMemo } from "react";
import useSWR, { useSWRConfig } from "swr";
import type { User } from "../../worker/contract/accounts.ts";
import { client, readJson } from "./client.ts";
import { ApiFailure } from "./failure.ts";

type Session = {
	/** null: signed out */
	user: User | null;
	isLoading: boolean;
	/** stores the response of register, login and profile changes */
	signedIn: (user: User) => void;
};

const SESSION_KEY = "/api/user";
const SessionContext = createContext<Session | null>(null);

/**
 * Without the hint cookie that the server sets beside the session, nobody is signed in; a request would
 * only delay the page and log an error in the console.
 */
export function mayBeSignedIn(): boolean {
	return /(?:^|;\s*)signed_in=1/.test(document.cookie);
}

async function currentUser(): Promise<User | null> {
	if (!mayBeSignedIn()) return null;
	try {
		return await readJson(client.api.user.$get());
	} catch (error) {
		if (!(error instanceof ApiFailure && error.status === 401))
			console.error("The session could not be read; treated as signed out.", error);
		return null;
	}
}

/**
 * Loads the session once; fresh for 5 minutes, never retried. Not revalidated on reconnect: a failed
 * request would count as signed out and discard the screen with the typed input.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
	const { data, isLoading } = useSWR(SESSION_KEY, currentUser, {
		shouldRetryOnError: false,
		revalidateOnReconnect: false,
		...(!mayBeSignedIn() && { fallbackData: null }),
	});
	const { mutate } = useSWRConfig();
	const session = useMemo<Session>(
		() => ({
			user: data ?? null,
			isLoading,
			signedIn: (user) => {
				void mutate(SESSION_KEY, user, { revalidate: false });
			},
		}),
		[data, isLoading, mutate],
	);
	return <SessionContext value={session}>{children}</SessionContext>;
}

/** Returns the session. Throws outside a SessionProvider. */
export function useSession(): Session {
	const session = useContext(SessionContext);
	if (!session) throw new Error("useSession must be used within a SessionProvider");
	return session;
}

/** Returns the signed-in creator; for protected screens only. Throws when signed out. */
export function useCreator(): User {
	const { user } = useSession();
	if (!user) throw new Error("useCreator must be used within a protected route");
	return user;
}
