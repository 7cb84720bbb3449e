import { paths } from "../../../worker/contract/paths.ts";

export { paths };

/**
 * Returns true for documents with a policy of their own: the payment pages (only they may load Stripe.js)
 * and the pages of shares and creators (a smaller bundle with its data inlined). They need a full page
 * load, so link to them with a plain `<a href>` or `location.assign`.
 */
export function isOwnDocument(path: string): boolean {
	return /^\/(payment|share|c)\/|^\/(subscribe|operator)(?:[?#/]|$)/i.test(path);
}

export function shareLink(slug: string): string {
	return `${location.origin}${paths.share(slug)}`;
}
