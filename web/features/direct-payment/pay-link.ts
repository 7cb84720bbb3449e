const FALLBACK_MS = 1_500;

/** Where Cash App takes a payment: the handle's page with the amount filled in. `price` is a decimal string. */
export function payLink(handle: string, price: string): string {
	return `https://cash.app/${handle}/${price}`;
}

/** The same for the app itself, by its own scheme. */
export function appLink(handle: string, price: string): string {
	return `cashme://cash.app/${handle}/${price}`;
}

/** True on iPhones and iPads; iPads call themselves Macs, but no Mac has a touch screen. */
export function isIos(device: Pick<Navigator, "userAgent" | "maxTouchPoints">): boolean {
	return (
		/iPhone|iPad|iPod/.test(device.userAgent) ||
		(device.userAgent.includes("Macintosh") && device.maxTouchPoints > 1)
	);
}

/** What the attempt needs of a window; tests hand in their own. */
export type AppWindow = {
	go: (url: string) => void;
	/** true while somebody can see this page */
	isVisible: () => boolean;
	/** calls back once when the page is left; answers how to stop */
	onLeft: (callback: () => void) => () => void;
};

/**
 * Tries the app and, if the page is still in front after 1,500 ms, goes to the website, which says
 * how to get the app. Answers how to call it off.
 */
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
