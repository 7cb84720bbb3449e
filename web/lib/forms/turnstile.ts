import { screenAt } from "../../../worker/contract/screens.ts";

const SCRIPT = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit";

/** The part of Turnstile's script that we use, as Cloudflare documents it. */
export type Turnstile = {
	render: (
		box: HTMLElement,
		options: {
			sitekey: string;
			action: string;
			language: string;
			theme: "auto";
			/** as wide as its container, from 300 px on; or 150 by 140 px */
			size: "flexible" | "compact";
			/** false: adds no field to the form around it */
			"response-field": false;
			callback: (token: string) => void;
			"expired-callback": () => void;
			"error-callback": () => void;
		},
	) => string;
	reset: (id: string) => void;
	remove: (id: string) => void;
};

declare global {
	interface Window {
		turnstile?: Turnstile;
	}
}

let loading: Promise<Turnstile> | null = null;

export function loadTurnstile(): Promise<Turnstile> {
	loading ??= new Promise<Turnstile>((resolve, reject) => {
		const script = document.createElement("script");
		script.src = SCRIPT;
		script.async = true;
		script.onload = () =>
			window.turnstile
				? resolve(window.turnstile)
				: reject(new Error("Turnstile is not available"));
		script.onerror = () => {
			script.remove();
			reject(new Error("Turnstile could not be loaded"));
		};
		document.head.append(script);
	}).catch((error: unknown) => {
		loading = null;
		throw error;
	});
	return loading;
}

/** A screen reached by navigation inside the app has the policy of the document that was loaded first. */
export function documentTakesTurnstile(): boolean {
	const [entry] = performance.getEntriesByType("navigation");
	return entry === undefined || screenAt(new URL(entry.name).pathname)?.hasChallenge === true;
}
