import type { Child } from "hono/jsx";
import { base64url } from "../ids.ts";

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1a17; --muted: #6a655b; --line: #e7e3da; --page: #fbfaf7; --sheet: #fff; --brand: #0f7b5f; --bad: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ink: #f3f0ea; --muted: #a8a297; --line: #38352f; --page: #161512; --sheet: #201e1a; --brand: #3fbf99; --bad: #ff8a80 } }
* { box-sizing: border-box }
body { margin: 0; padding: 2rem 1rem; background: var(--page); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 46rem; margin: 0 auto; padding: 2rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 16px }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25 } h2 { margin: 2rem 0 .5rem; font-size: 1.1rem }
table { width: 100%; border-collapse: collapse; font-size: .95rem } th, td { padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top }
th { color: var(--muted); font-weight: 500 } .figure { text-align: right; font-variant-numeric: tabular-nums }
p.muted, .muted { color: var(--muted) } form { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0 }
button { padding: .75rem 1.25rem; border: 1px solid var(--line); border-radius: 10px; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer }
button.main { border-color: var(--brand); background: var(--brand); color: #fff } button.no { color: var(--bad) }
@media (prefers-color-scheme: dark) { button.main { color: #10231d } }
a { color: var(--brand) } :focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
@media print { body { padding: 0; background: none; color: #000 } main { max-width: none; border: 0; padding: 0 } .screen { display: none } tr { break-inside: avoid } }
`;

let policy: Promise<string> | undefined;

/**
 * No scripts, no external resources, forms only to our own origin; the one style is allowed by its hash.
 */
function contentPolicy(): Promise<string> {
	policy ??= crypto.subtle
		.digest("SHA-256", new TextEncoder().encode(STYLE))
		.then((hash) => base64url(new Uint8Array(hash)).replaceAll("-", "+").replaceAll("_", "/"))
		.then(
			(hash) =>
				`default-src 'none'; style-src 'sha256-${hash}='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
		);
	return policy;
}

/**
 * Renders a small page in the Worker, for what must work without the web app: links from mails, and
 * documents to print. It runs no script and is never cached.
 */
export async function plainPage(
	page: { title: string; appName: string; lang?: string },
	body: Child,
	status = 200,
): Promise<Response> {
	const html = (
		<html lang={page.lang ?? "en"}>
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				<title>{`${page.title} · ${page.appName}`}</title>
				{/* A constant of ours: escaping it would change the hash. */}
				{/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file */}
				<style dangerouslySetInnerHTML={{ __html: STYLE }} />
			</head>
			<body>
				<main>{body}</main>
			</body>
		</html>
	);
	return new Response(`<!doctype html>${html}`, {
		status,
		headers: {
			"Content-Type": "text/html; charset=utf-8",
			"Content-Security-Policy": await contentPolicy(),
			"Cache-Control": "private, no-store",
			// With this policy its forms still send an Origin; other sites get no referrer.
			"Referrer-Policy": "same-origin",
			"X-Content-Type-Options": "nosniff",
		},
	});
}
