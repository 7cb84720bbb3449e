import { useSyncExternalStore } from "react";
import { useMediaQuery } from "./use-media-query.ts";

/** `public/boot.js` applies the stored choice before the first paint; both must agree. */
export type ThemeChoice = "system" | "light" | "dark";

const STORED = "theme";
const NAMES = { light: "tillbox", dark: "tillbox-dark" } as const;
const listeners = new Set<() => void>();

function storedChoice(): ThemeChoice {
	const stored = localStorage.getItem(STORED);
	return stored === "light" || stored === "dark" ? stored : "system";
}

/** Stores the choice and applies it at once; `system` follows the device. */
export function chooseTheme(choice: ThemeChoice): void {
	const root = document.documentElement;
	if (choice === "system") {
		localStorage.removeItem(STORED);
		delete root.dataset.theme;
	} else {
		localStorage.setItem(STORED, choice);
		root.dataset.theme = NAMES[choice];
	}
	for (const listener of listeners) listener();
}

/** The current choice. */
export function useTheme(): ThemeChoice {
	return useSyncExternalStore<ThemeChoice>(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		storedChoice,
		() => "system",
	);
}

/** Returns the colour scheme in force: the choice, or what the device asks for. */
export function useColorScheme(): "light" | "dark" {
	const choice = useTheme();
	const isDeviceDark = useMediaQuery("(prefers-color-scheme: dark)");
	if (choice !== "system") return choice;
	return isDeviceDark ? "dark" : "light";
}
