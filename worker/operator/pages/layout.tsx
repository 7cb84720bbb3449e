import type { Child } from "hono/jsx";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { plainPage } from "../../platform/http/plain-page.tsx";

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1a17; --muted: #645f55; --line: #e2ddd2; --page: #f6f4ef; --sheet: #fff; --brand: #0b6b52; --on-brand: #fff; --bad: #a51d16; --bad-soft: #fdeceb; --good-soft: #e3f4ee; --warn-soft: #fdf3dc }
@media (prefers-color-scheme: dark) { :root { --ink: #f3f0ea; --muted: #b3ada2; --line: #3a3731; --page: #131210; --sheet: #1e1c19; --brand: #4fcaa5; --on-brand: #0d1f18; --bad: #ff9d94; --bad-soft: #3a1f1c; --good-soft: #15302a; --warn-soft: #352b14 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
a { color: var(--brand) } :focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; border-radius: 4px }
.bar { background: var(--sheet); border-bottom: 1px solid var(--line) }
.bar > div { max-width: 76rem; margin: 0 auto; padding: .6rem 1rem; display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center }
.bar strong { font-size: 1.05rem } .bar nav { display: flex; flex-wrap: wrap; gap: .2rem; flex: 1 } @media (max-width: 44rem) { .bar nav { flex: 1 1 100%; order: 1; margin: 0 -.65rem } .bar form { flex: 1 1 100%; order: 2 } .bar input { flex: 1; max-width: none } }
.bar nav a { padding: .5rem .65rem; border-radius: 8px; color: inherit; text-decoration: none }
.bar nav a[aria-current] { background: var(--good-soft); font-weight: 600 } .bar nav a:hover { background: var(--page) }
.bar form { display: flex; gap: .4rem; margin: 0 } .bar input { min-width: 0; width: 16rem; max-width: 60vw }
main { max-width: 76rem; margin: 0 auto; padding: 1.25rem 1rem 4rem }
h1 { margin: 0 0 .25rem; font-size: 1.6rem; line-height: 1.2 } h2 { margin: 0 0 .6rem; font-size: 1.1rem } h3 { margin: 1rem 0 .3rem; font-size: 1rem }
p { margin: .3rem 0 .8rem } .muted { color: var(--muted) } .small { font-size: .87rem }
section:not(.scroll), .card { margin: 1rem 0 0; padding: 1.1rem 1.2rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 14px }
.columns { display: grid; gap: 0 1rem; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); align-items: start } @media (max-width: 60rem) { .columns { grid-template-columns: minmax(0, 1fr) } }
.figures { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr)); margin: 1rem 0 0 }
.figures > div { padding: .9rem 1rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 14px } .figures b { display: block; font-size: 1.5rem; font-variant-numeric: tabular-nums; line-height: 1.25 }
.scroll { overflow-x: auto } table { width: 100%; border-collapse: collapse } th, td { padding: .5rem .8rem .5rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top }
thead th { border-top: 0; color: var(--muted); font-weight: 500; font-size: .87rem } tbody th { font-weight: 500; color: var(--muted); width: 11rem } td.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap } time { white-space: nowrap; font-variant-numeric: tabular-nums } td { min-width: 4.5rem; overflow-wrap: break-word } .properties { table-layout: fixed } .properties th { width: 38% } .properties td { overflow-wrap: anywhere }
@media (max-width: 44rem) { .rows thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden } .rows, .rows tbody, .rows tr, .rows td { display: block } .rows tr { padding: .55rem 0; border-top: 1px solid var(--line) } .rows tr:first-child { border-top: 0; padding-top: 0 } .rows td { position: relative; min-height: 1.5em; padding: .15rem 0 .15rem 6.2rem; border: 0; overflow-wrap: anywhere } .rows td.figure { text-align: left } .rows td::before { content: attr(data-label); position: absolute; left: 0; width: 5.8rem; color: var(--muted); font-size: .87rem } }
.tag { display: inline-block; padding: .05rem .55rem; border-radius: 99px; background: var(--page); border: 1px solid var(--line); font-size: .85rem; white-space: nowrap } .tag.bad { background: var(--bad-soft); color: var(--bad); border-color: transparent } .tag.good { background: var(--good-soft); border-color: transparent } .tag.warn { background: var(--warn-soft); border-color: transparent }
.note + h1 { margin-top: 1rem } .note { margin: 1rem 0 0; padding: .8rem 1rem; border-radius: 12px; background: var(--warn-soft) } .note.bad { background: var(--bad-soft); color: var(--bad) } .note.good { background: var(--good-soft) }
details { border-top: 1px solid var(--line); padding: .2rem 0 } details:first-of-type { border-top: 0 } summary { padding: .55rem 0; cursor: pointer; font-weight: 600 } details[open] { padding-bottom: 1rem }
form.act, form.act > div { display: grid; gap: .7rem; margin: .3rem 0 0 } form.act > div > button { justify-self: start } label { display: grid; gap: .25rem; font-weight: 500 } label small { font-weight: 400; color: var(--muted) } label.check { display: flex; gap: .6rem; align-items: start; font-weight: 400 } label.check input { width: 1.15rem; height: 1.15rem; margin: .15rem 0 0 }
input, select, textarea { width: 100%; padding: .6rem .7rem; border: 1px solid var(--muted); border-radius: 9px; background: var(--page); color: inherit; font: inherit } textarea { min-height: 6rem; resize: vertical } input[type=checkbox] { width: auto; accent-color: var(--brand) }
button, .button { display: inline-block; padding: .6rem 1rem; min-height: 2.6rem; border: 1px solid var(--line); border-radius: 9px; background: var(--sheet); color: inherit; font: inherit; font-weight: 600; cursor: pointer; text-decoration: none } button.main { background: var(--brand); border-color: var(--brand); color: var(--on-brand) } button.danger { border-color: var(--bad); color: var(--bad) }
.row { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center } .row form { margin: 0 }
.entry { border-top: 1px solid var(--line); padding: .8rem 0 } .entry:first-of-type { border-top: 0 } .entry pre, pre { white-space: pre-wrap; margin: .3rem 0 0; font: inherit }
.previews { display: flex; flex-wrap: wrap; gap: .6rem } .previews figure { margin: 0; width: 9rem } .previews img { display: block; width: 9rem; height: 7rem; object-fit: cover; border-radius: 10px; background: var(--page); border: 1px solid var(--line) } .previews figcaption { font-size: .82rem; margin-top: .25rem } .blank { display: grid; place-items: center; width: 9rem; height: 7rem; border: 1px dashed var(--line); border-radius: 10px; color: var(--muted) }
`;

const SECTIONS = [
	["/operator", "Overview"],
	["/operator/cases", "Cases"],
	["/operator/mails", "Mails"],
	["/operator/jobs", "Jobs"],
	["/operator/switches", "Switches"],
	["/operator/audit-log", "Audit log"],
] as const;

type Shown = {
	title: string;
	/** the path of the section that it belongs to */
	section?: (typeof SECTIONS)[number][0];
	/** what was searched for */
	query?: string;
	/** what was done just now, from the address */
	done?: string | undefined;
	status?: number;
};

export function consolePage(ctx: OperatorCtx, shown: Shown, body: Child): Promise<Response> {
	const { title, section, query = "", done, status = 200 } = shown;
	return plainPage(
		{ title, appName: `${ctx.config.APP_NAME} console`, style: STYLE, hasPictures: true },
		<>
			<header class="bar">
				<div>
					<strong>{ctx.config.APP_NAME} console</strong>
					<nav aria-label="Console">
						{SECTIONS.map(([path, label]) => (
							<a key={path} href={path} {...(path === section && { "aria-current": "page" })}>
								{label}
							</a>
						))}
					</nav>
					<form action="/operator/search" method="get">
						<input
							type="search"
							name="q"
							value={query}
							required
							aria-label="Search"
							placeholder="Address, link, reference, id"
						/>
						<button type="submit">Search</button>
					</form>
				</div>
			</header>
			<main>
				{done && (
					<p class="note good" role="status">
						{done}
					</p>
				)}
				{body}
			</main>
		</>,
		status,
	);
}
