import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and during hydration, then true: for values that the server can't know. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
}
