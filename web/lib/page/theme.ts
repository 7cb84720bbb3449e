import { useSyncExternalStore } from "react";
import { inLocalStorage } from "./storage.ts";
import { useMediaQuery } from "./use-media-query.ts";

/** `public/boot.js` applies the stored choice before the first paint; both must agree. */
export type ThemeChoice = "system" | "light" | "dark";

const STORED = "theme";
const NAMES = { light: "tillbox", dark: "tillbox-dark" } as const;
const listeners = new Set<() => void>();
/** Kept in memory too, in case storage is unavailable. */
let chosen: ThemeChoice | undefined;

function currentChoice(): ThemeChoice {
	if (chosen) return chosen;
	const stored = inLocalStorage((storage) => storage.getItem(STORED));
	return stored === "light" || stored === "dark" ? stored : "system";
}

export function chooseTheme(choice: ThemeChoice): void {
	const root = document.documentElement;
	chosen = choice;
	if (choice === "system") {
		inLocalStorage((storage) => storage.removeItem(STORED));
		delete root.dataset.theme;
	} else {
		inLocalStorage((storage) => storage.setItem(STORED, choice));
		root.dataset.theme = NAMES[choice];
	}
	for (const listener of listeners) listener();
}

export function useTheme(): ThemeChoice {
	return useSyncExternalStore<ThemeChoice>(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		currentChoice,
		() => "system",
	);
}

export function useColorScheme(): "light" | "dark" {
	const choice = useTheme();
	const isDeviceDark = useMediaQuery("(prefers-color-scheme: dark)");
	if (choice !== "system") return choice;
	return isDeviceDark ? "dark" : "light";
}
