import type { Child } from "hono/jsx";
import { base64url } from "../ids.ts";

export const BASE_STYLE = `
:root { color-scheme: light dark; --ink: #1b1a17; --muted: #6a655b; --line: #e7e3da; --field: #8a8479; --page: #fbfaf7; --sheet: #fff; --brand: #0f7b5f; --soft: #e4f2ed; --on: #fff; --bad: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ink: #f3f0ea; --muted: #a8a297; --line: #38352f; --field: #827b70; --page: #161512; --sheet: #201e1a; --brand: #3fbf99; --soft: #1c332b; --on: #10231d; --bad: #ff8a80 } }
* { box-sizing: border-box }`;

const STYLE = `${BASE_STYLE}
body { margin: 0; padding: 2rem 1rem; background: var(--page); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 46rem; margin: 0 auto; padding: 2rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 16px }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25 } h2 { margin: 2rem 0 .5rem; font-size: 1.1rem }
table { width: 100%; border-collapse: collapse; font-size: .95rem } th, td { padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top }
th { color: var(--muted); font-weight: 500 } .figure { text-align: right; font-variant-numeric: tabular-nums }
p.muted, .muted { color: var(--muted) } form { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0 }
button { padding: .75rem 1.25rem; border: 1px solid var(--line); border-radius: 10px; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer }
button.main { border-color: var(--brand); background: var(--brand); color: var(--on) } button.no { color: var(--bad) }
a { color: var(--brand) } :focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
@media print { body { padding: 0; background: none; color: #000 } main { max-width: none; border: 0; padding: 0 } .screen { display: none } tr { break-inside: avoid } }
`;

const policies = new Map<string, Promise<string>>();

export async function styleSource(style: string): Promise<string> {
	const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
	const base64 = base64url(new Uint8Array(hash)).replaceAll("-", "+").replaceAll("_", "/");
	return `'sha256-${base64}='`;
}

/** No scripts, only our own pictures, forms only to our own origin. */
function contentPolicy(style: string, hasPictures: boolean): Promise<string> {
	const key = `${hasPictures} ${style}`;
	const known = policies.get(key);
	if (known) return known;
	const pictures = hasPictures ? "img-src 'self' data:; " : "";
	const made = styleSource(style).then(
		(source) =>
			`default-src 'none'; style-src ${source}; ${pictures}form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
	);
	policies.set(key, made);
	return made;
}

type PlainPage = {
	title: string;
	appName: string;
	lang?: string;
	/** replaces the style of one column */
	style?: string;
	hasPictures?: boolean;
};

/** A page without the web app, such as for links from mails. It runs no script and is never cached. */
export async function plainPage(
	{ title, appName, lang = "en", style = STYLE, hasPictures = false }: PlainPage,
	body: Child,
	status = 200,
): Promise<Response> {
	const html = (
		<html lang={lang}>
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				<title>{`${title} · ${appName}`}</title>
				{/* A constant of ours: escaping it would change the hash. */}
				{/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of the caller */}
				<style dangerouslySetInnerHTML={{ __html: style }} />
			</head>
			<body>{style === STYLE ? <main>{body}</main> : body}</body>
		</html>
	);
	return new Response(`<!doctype html>${html}`, {
		status,
		headers: {
			"Content-Type": "text/html; charset=utf-8",
			"Content-Security-Policy": await contentPolicy(style, hasPictures),
			"Cache-Control": "private, no-store",
			// With this policy its forms still send an Origin; other sites get no referrer.
			"Referrer-Policy": "same-origin",
			"X-Content-Type-Options": "nosniff",
		},
	});
}
