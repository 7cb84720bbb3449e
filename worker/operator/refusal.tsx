import { paths } from "../contract/paths.ts";
import type { Ctx } from "../core/context.ts";
import type { ApiError } from "../platform/errors.ts";
import { plainPage } from "../platform/http/plain-page.tsx";

/** True if the request opens a page; others are acts. */
export const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

/** Pages with forms; an act's path is below its page's, and nobody can open it. */
const PAGE = /^\/operator\/(?:(?:cases|creators|shares|purchases)\/[^/]+|queue|jobs|switches)/;

/**
 * Returns the screen that resolves an error of the console's gate before returning to the request's page; null for
 * other errors.
 */
export function wayThrough(code: string, request: Request): string | null {
	const { pathname, search } = new URL(request.url);
	const next = isRead(request)
		? `${pathname}${search}`
		: (PAGE.exec(pathname)?.[0] ?? paths.operator);
	if (code === "auth.required" || code === "operator.sign_in_again") return paths.authFor(next);
	if (code === "operator.factor_required") return paths.settingsSecurity;
	return code === "operator.confirm_required" ? paths.confirmFor(next) : null;
}

/** Explains the refusal, and how to continue. */
export function refusalPage(ctx: Ctx, error: ApiError, next: string | null): Promise<Response> {
	const isFactor = error.code === "operator.factor_required";
	// The message of a single field is the error's own.
	const fields = Object.entries(error.fields ?? {}).filter(
		([, message]) => message !== error.message,
	);
	return plainPage(
		{ title: "Console", appName: ctx.config.APP_NAME },
		<>
			<h1>{isFactor ? "Set up a second factor first" : "This wasn’t done"}</h1>
			<p>
				{isFactor
					? "The console needs an account with a second factor: an authenticator app or a passkey. Set one up in the settings, sign in with it, and come back."
					: error.message}
			</p>
			{fields.length > 0 && (
				<ul>
					{fields.map(([field, message]) => (
						<li key={field}>
							{field}: {message}
						</li>
					))}
				</ul>
			)}
			<p>
				{next ? (
					<a href={next}>{isFactor ? "Open the settings" : "Continue"}</a>
				) : (
					<>
						To keep what you typed, use your browser’s Back. Or{" "}
						<a href={paths.operator}>begin at the overview</a>.
					</>
				)}
			</p>
		</>,
		error.status,
	);
}
