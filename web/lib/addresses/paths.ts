import { paths } from "../../../worker/contract/paths.ts";

export { paths };

/**
 * True for documents with a policy of their own, which need a full page load: link with `<a href>` or
 * `location.assign`.
 */
export function isOwnDocument(path: string): boolean {
	return /^\/(payment|share|c)\/|^\/(subscribe|operator)(?:[?#/]|$)/i.test(path);
}

export function shareLink(slug: string): string {
	return `${location.origin}${paths.share(slug)}`;
}
