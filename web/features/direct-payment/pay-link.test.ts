import { encode } from "uqr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type AppWindow, appLink, isIos, linkToPay, openApp, payLink } from "./pay-link.ts";

describe("the links", () => {
	it("contain the handle with its $ and the amount", () => {
		expect(payLink("$jane", "24.00")).toBe("https://cash.app/$jane/24.00");
		expect(payLink("$a1", "0.01")).toBe("https://cash.app/$a1/0.01");
		expect(appLink("$jane", "24.00")).toBe("cashme://cash.app/$jane/24.00");
	});

	it("fit a small QR code even at their maximum length", () => {
		const longest = payLink(`$${"W".repeat(20)}`, "999999.99");
		// Version 4 has 33 modules a side; with more, phones must be held closer to a screen.
		expect(encode(longest, { ecc: "M" }).version).toBeLessThanOrEqual(4);
	});
});

it.each([
	["https://paypal.me/jane", "12.50", "eur", "https://paypal.me/jane/12.50EUR"],
	["https://www.PayPal.me/Jane/", "12.00", "gbp", "https://www.PayPal.me/Jane/12GBP"],
	// Without decimals, as PayPal expects.
	["https://paypal.me/jane", "1200.00", "jpy", "https://paypal.me/jane/1200JPY"],
	// PayPal doesn't support shillings, and the second link already has an amount.
	["https://paypal.me/jane", "900.00", "kes", "https://paypal.me/jane"],
	["https://paypal.me/jane/5", "12.50", "eur", "https://paypal.me/jane/5"],
	["https://revolut.me/jane", "12.50", "eur", "https://revolut.me/jane"],
	["https://wise.com/pay/me/jane", "12.50", "eur", "https://wise.com/pay/me/jane"],
] as const)("%s is opened for %s %s at %s", (link, price, currency, opened) => {
	expect(linkToPay(link, price, currency)).toBe(opened);
});

describe("isIos", () => {
	const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15";
	const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15";
	const android = "Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36";
	it.each([
		["an iPhone", iphone, 5, true],
		["an iPad that says it is a Mac", mac, 5, true],
		["a Mac", mac, 0, false],
		["an Android phone", android, 5, false],
	])("%s", (_name, userAgent, maxTouchPoints, expected) => {
		expect(isIos({ userAgent, maxTouchPoints })).toBe(expected);
	});
});

describe("openApp", () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => void vi.useRealTimers());

	function aWindow() {
		const visited: string[] = [];
		let left: (() => void) | null = null;
		let visible = true;
		const screen: AppWindow = {
			go: (url) => visited.push(url),
			isVisible: () => visible,
			onLeft(callback) {
				left = callback;
				return () => {
					left = null;
				};
			},
		};
		return {
			screen,
			visited,
			leave: () => left?.(),
			hide: () => {
				visible = false;
			},
			isListening: () => left !== null,
		};
	}

	it("opens the website after 1,500 ms, not earlier, when the app did not open", () => {
		const { screen, visited, isListening } = aWindow();
		openApp("$jane", "5.00", screen);
		expect(visited).toEqual(["cashme://cash.app/$jane/5.00"]);
		vi.advanceTimersByTime(1_499);
		expect(visited).toHaveLength(1);
		vi.advanceTimersByTime(1);
		expect(visited).toEqual(["cashme://cash.app/$jane/5.00", "https://cash.app/$jane/5.00"]);
		expect(isListening()).toBe(false);
	});

	it("stays when the app came to the front, even if the user returns before the time is over", () => {
		const { screen, visited, leave } = aWindow();
		openApp("$jane", "5.00", screen);
		leave();
		vi.advanceTimersByTime(10_000);
		expect(visited).toHaveLength(1);
	});

	it("stays when the page is hidden without an event", () => {
		const { screen, visited, hide } = aWindow();
		openApp("$jane", "5.00", screen);
		hide();
		vi.advanceTimersByTime(10_000);
		expect(visited).toHaveLength(1);
	});

	it("opens nothing once cancelled", () => {
		const { screen, visited } = aWindow();
		openApp("$jane", "5.00", screen)();
		vi.advanceTimersByTime(10_000);
		expect(visited).toHaveLength(1);
	});
});
