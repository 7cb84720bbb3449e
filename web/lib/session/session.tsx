import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { User } from "../../../worker/contract/accounts/accounts.ts";
import type { Currency } from "../../../worker/contract/money.ts";
import { useCurrentUser } from "../server/queries/session.ts";

type Session = {
	/** null: signed out */
	user: User | null;
	isLoading: boolean;
};

const SessionContext = createContext<Session | null>(null);

/** Gives every screen the session. */
export function SessionProvider({ children }: { children: ReactNode }) {
	const { data } = useCurrentUser();
	const session = useMemo<Session>(
		() => ({ user: data ?? null, isLoading: data === undefined }),
		[data],
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

const CurrencyContext = createContext<Currency | null>(null);

/** What is inside is about shares in this currency, instead of that of new ones. */
export const InCurrency = ({
	currency,
	children,
}: {
	currency: Currency | undefined;
	children: ReactNode;
}) => <CurrencyContext value={currency ?? null}>{children}</CurrencyContext>;

/** Returns the currency of what is shown; for protected screens only. Throws when signed out. */
export function useCurrency(): Currency {
	const { currency } = useCreator();
	return useContext(CurrencyContext) ?? currency;
}
