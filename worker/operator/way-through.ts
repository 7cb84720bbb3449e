import { paths } from "../contract/paths.ts";

/** Whether a request opens a page; all others are acts. */
export const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

/** The pages with forms; an act's path is below its page's, and nobody can open it. */
const PAGE = /^\/operator\/(?:(?:cases|creators|shares|purchases)\/[^/]+|mails|jobs)/;

function pageOf(request: Request): string {
	const { pathname, search } = new URL(request.url);
	return isRead(request) ? `${pathname}${search}` : (PAGE.exec(pathname)?.[0] ?? paths.operator);
}

/**
 * Where a browser must go for an error of the console's gate, before it returns to the page of the request; null for
 * other errors.
 */
export function wayThrough(code: string, request: Request): string | null {
	const next = pageOf(request);
	if (code === "auth.required" || code === "operator.sign_in_again") return paths.authFor(next);
	if (code === "operator.factor_required") return paths.settingsSecurity;
	return code === "operator.confirm_required" ? paths.confirmFor(next) : null;
}
