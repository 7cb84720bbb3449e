import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * Returns false on the server and while the browser takes over its HTML, then true: for what the server
 * cannot know, such as the window's width, and for the rest of what it rendered a part of.
 */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
}
