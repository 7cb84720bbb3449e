import type { Currency } from "../../../worker/contract/money.ts";
import { linkTakes } from "../../../worker/payments/direct/contract/direct-way.ts";

const FALLBACK_MS = 1_500;

/** `price` is a decimal string. */
export function payLink(handle: string, price: string): string {
	return `https://cash.app/${handle}/${price}`;
}

export function appLink(handle: string, price: string): string {
	return `cashme://cash.app/${handle}/${price}`;
}

/** Adds the amount to links that take it, such as `https://paypal.me/jane/12.50EUR`. */
export function linkToPay(link: string, price: string, currency: Currency): string {
	const [page] = /^https:\/\/(?:www\.)?paypal\.me\/[a-z0-9]+(?=\/?$)/i.exec(link) ?? [];
	if (!page || !linkTakes(link, currency)) return link;
	return `${page}/${price.replace(/\.00$/, "")}${currency.toUpperCase()}`;
}

/** iPads identify as Macs, but no Mac has a touch screen. */
export function isIos(device: Pick<Navigator, "userAgent" | "maxTouchPoints">): boolean {
	return (
		/iPhone|iPad|iPod/.test(device.userAgent) ||
		(device.userAgent.includes("Macintosh") && device.maxTouchPoints > 1)
	);
}

/** The part of `window` that tests replace. */
export type AppWindow = {
	go: (url: string) => void;
	isVisible: () => boolean;
	/** calls back once when the page is left; returns the function to unsubscribe */
	onLeft: (callback: () => void) => () => void;
};

/** Tries the app and, if the page is still visible afterwards, the website. Returns the function to cancel. */
export function openApp(handle: string, price: string, screen: AppWindow = thisWindow): () => void {
	const timer = setTimeout(() => {
		stop();
		if (screen.isVisible()) screen.go(payLink(handle, price));
	}, FALLBACK_MS);
	const unlisten = screen.onLeft(stop);
	function stop() {
		clearTimeout(timer);
		unlisten();
	}
	screen.go(appLink(handle, price));
	return stop;
}

const thisWindow: AppWindow = {
	go: (url) => location.assign(url),
	isVisible: () => document.visibilityState === "visible",
	onLeft(callback) {
		const onChange = () => {
			if (document.visibilityState === "hidden") callback();
		};
		document.addEventListener("visibilitychange", onChange);
		window.addEventListener("pagehide", callback);
		return () => {
			document.removeEventListener("visibilitychange", onChange);
			window.removeEventListener("pagehide", callback);
		};
	},
};
