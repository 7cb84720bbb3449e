import { VARY_LOCALE } from "../../contract/locales.ts";
import { type Screen, screenAt } from "../../contract/screens.ts";
import type { Config } from "../../core/config.ts";

/** Stripe.js and its frames, from Stripe's documentation. */
const STRIPE = {
	script: ["https://js.stripe.com", "https://*.js.stripe.com"],
	frame: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
	connect: ["https://api.stripe.com", "https://r.stripe.com", "https://m.stripe.network"],
	image: ["https://*.stripe.com"],
};

const TURNSTILE = ["https://challenges.cloudflare.com"];

function contentPolicy(config: Config, screen: Screen | undefined, secure: boolean): string {
	// The sandbox's replacement for Stripe.js; a deploy refuses the variable.
	const sandbox = config.STRIPE_API_BASE ? [new URL(config.STRIPE_API_BASE).origin] : [];
	const stripe = (kind: keyof typeof STRIPE) =>
		screen?.takesPayments ? [...STRIPE[kind], ...sandbox] : [];
	const challenge = config.TURNSTILE_SITE_KEY !== "" && screen?.hasChallenge ? TURNSTILE : [];
	// The dashboard frames a share's embedded card, and other screens lead to the dashboard without loading a document.
	const own = screen && !screen.takesPayments ? ["'self'"] : [];
	const frames = [...own, ...stripe("frame"), ...challenge];
	const directives: Record<string, readonly string[]> = {
		"default-src": ["'none'"],
		"script-src": ["'self'", ...stripe("script"), ...challenge],
		// Dialogs that lock scrolling add a style element. Styles alone can't leak data, since images, fonts
		// and connections are limited to our origin.
		"style-src": ["'self'", "'unsafe-inline'"],
		"img-src": ["'self'", "data:", "blob:", ...stripe("image")],
		"media-src": ["'self'", "blob:"],
		"font-src": ["'self'"],
		"connect-src": ["'self'", ...stripe("connect")],
		"worker-src": ["'self'", "blob:"],
		"manifest-src": ["'self'"],
		"frame-src": frames.length > 0 ? frames : ["'none'"],
		"object-src": ["'none'"],
		"base-uri": ["'none'"],
		"form-action": ["'self'"],
		"frame-ancestors": ["'none'"],
	};
	const lines = Object.entries(directives).map(([name, values]) => `${name} ${values.join(" ")}`);
	return [...lines, ...(secure ? ["upgrade-insecure-requests"] : [])].join("; ");
}

/**
 * A bank's popup must be able to return to its opener. A checkout opened by a share's card on another site reports
 * the payment to that opener, but only at our origin.
 */
function openerPolicy(url: URL, screen: Screen | undefined): string {
	if (!screen?.takesPayments) return "same-origin";
	return url.searchParams.has("opener") ? "unsafe-none" : "same-origin-allow-popups";
}

export function documentHeaders(config: Config, url: URL): Record<string, string> {
	const screen = screenAt(url.pathname);
	const secure = url.protocol === "https:";
	const pays = screen?.takesPayments;
	return {
		"Content-Type": "text/html; charset=utf-8",
		"Content-Security-Policy": contentPolicy(config, screen, secure),
		"X-Content-Type-Options": "nosniff",
		"X-Frame-Options": "DENY",
		// Our links contain secrets, so other sites get no referrer.
		"Referrer-Policy": "same-origin",
		"Permissions-Policy": `camera=(), microphone=(), geolocation=(), usb=(), payment=${
			pays ? '(self "https://js.stripe.com")' : "()"
		}`,
		"Cross-Origin-Opener-Policy": openerPolicy(url, screen),
		"Cache-Control": "no-cache",
		Vary: VARY_LOCALE,
		...(secure && { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" }),
	};
}
