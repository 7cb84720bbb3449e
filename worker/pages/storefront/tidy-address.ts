import { createMiddleware } from "hono/factory";
import { API_DOCS_PATH } from "../../contract/api-docs.ts";
import { operatorCasePath, paths } from "../../contract/paths.ts";
import { SCREENS } from "../../contract/screens.ts";
import { ALERT_PATH } from "../../customers/sale-alerts/mails.ts";
import { UNSUBSCRIBE_PATH } from "../../customers/updates/unsubscribe-token.ts";
import { IMPRINT_PATH } from "./imprint.tsx";

/** Pages that people open; `:name` stands for an id, handle or token. */
const PAGES = [
	...SCREENS.map(({ path }) => path).filter((path) => path !== paths.home),
	paths.share(":shareId"),
	`${paths.share(":shareId")}/card.jpg`,
	"/embed/:shareId",
	paths.creator(":handle"),
	paths.creatorFeed(":handle"),
	paths.checkout(":id"),
	`${UNSUBSCRIBE_PATH}:purchaseId/:token`,
	`${ALERT_PATH}:token`,
	paths.operator,
	operatorCasePath(":id"),
	API_DOCS_PATH,
	IMPRINT_PATH,
].map((page) => {
	const segments = page.slice(1).split("/");
	const pattern = segments.map((word) =>
		word.startsWith(":") ? "([\\w-]+)" : word.replace(".", "\\."),
	);
	// Allows characters that no id contains, then anything that isn't another page's address.
	const address = new RegExp(
		`^/[^\\w-]*${pattern.join("/[^\\w-]*")}[^\\w-]*(?:[^\\w./-].*)?$`,
		"is",
	);
	return { segments, address };
});

/**
 * Repairs addresses of pages that a mail program, a chat or a person wrote in capitals or wrapped in other
 * characters. Only fixed words fold case.
 */
export function tidyPath(path: string): string | null {
	let text = path;
	try {
		text = decodeURIComponent(path);
	} catch {
		// A truncated escape begins with a character that no id contains.
	}
	if (/^\/[^\w-]+$/.test(text)) return paths.home;
	for (const { segments, address } of PAGES) {
		const [match, ...ids] = address.exec(text) ?? [];
		if (match === undefined) continue;
		const tidy = segments.map((word) => (word.startsWith(":") ? ids.shift() : word)).join("/");
		return `/${tidy}` === path ? null : `/${tidy}`;
	}
	return null;
}

export const tidyAddresses = createMiddleware(async (c, next) => {
	const { pathname, search } = new URL(c.req.url);
	const tidy = ["GET", "HEAD"].includes(c.req.method) ? tidyPath(pathname) : null;
	if (tidy === null) return next();
	// The address may contain the secret of a mailed link.
	c.header("Cache-Control", "private, no-store");
	return c.redirect(tidy + search, 301);
});
