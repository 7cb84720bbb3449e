import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { User } from "../../../worker/accounts/contract.ts";
import type { Currency } from "../../../worker/contract/money.ts";
import { useCurrentUser } from "../server/queries/session.ts";

type Session = {
	user: User | null;
	isLoading: boolean;
};

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ children }: { children: ReactNode }) {
	const { data } = useCurrentUser();
	const session = useMemo<Session>(
		() => ({ user: data ?? null, isLoading: data === undefined }),
		[data],
	);
	return <SessionContext value={session}>{children}</SessionContext>;
}

/** Throws outside a SessionProvider. */
export function useSession(): Session {
	const session = useContext(SessionContext);
	if (!session) throw new Error("useSession must be used within a SessionProvider");
	return session;
}

export function useCreator(): User {
	const { user } = useSession();
	if (!user) throw new Error("useCreator must be used within a protected route");
	return user;
}

const CurrencyContext = createContext<Currency | null>(null);

/** Shows its children in the currency of their shares, instead of that of new ones. */
export const InCurrency = ({
	currency,
	children,
}: {
	currency: Currency | undefined;
	children: ReactNode;
}) => <CurrencyContext value={currency ?? null}>{children}</CurrencyContext>;

/** The currency of shown amounts. For protected screens only: throws when signed out. */
export function useCurrency(): Currency {
	const { currency } = useCreator();
	return useContext(CurrencyContext) ?? currency;
}
