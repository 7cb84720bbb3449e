import type { Child } from "hono/jsx";
import type { OperatorCtx } from "../accounts/operator-only.ts";
import { currencyFormat } from "../contract/currency-format.ts";
import type { auditLog } from "../core/audit-log/tables.ts";
import { BASE_STYLE, plainPage } from "../platform/http/plain-page.tsx";

const STYLE = `${BASE_STYLE}
:root { --bad-soft: #fdeceb; --warn-soft: #fdf3dc } @media (prefers-color-scheme: dark) { :root { --bad-soft: #3a1f1c; --warn-soft: #352b14 } }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
a { color: var(--brand) } :focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; border-radius: 4px }
.bar, section:not(.scroll), .figures > div { background: var(--sheet); border: 1px solid var(--line) }
.bar > div { max-width: 76rem; margin: 0 auto; padding: .6rem 1rem; display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center }
.bar nav { display: flex; flex-wrap: wrap; flex: 1 } .bar nav a { padding: .5rem .65rem; border-radius: 8px; color: inherit; text-decoration: none } .bar nav a[aria-current] { background: var(--soft); font-weight: 600 }
.bar form { display: flex; flex: 0 1 22rem; gap: .4rem }
main { max-width: 76rem; margin: 0 auto; padding: 1.25rem 1rem 4rem }
h1 { margin: 0 0 .25rem; font-size: 1.6rem; line-height: 1.2 } h2 { margin: 0 0 .6rem; font-size: 1.1rem }
p { margin: .3rem 0 .8rem } .muted { color: var(--muted) } .small { font-size: .87rem }
section:not(.scroll) { margin: 1rem 0 0; padding: 1.1rem 1.2rem; border-radius: 14px }
.columns { display: grid; gap: 0 1rem; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr) } @media (max-width: 60rem) { .columns { grid-template-columns: minmax(0, 1fr) } }
.figures { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr)); margin: 1rem 0 0 } .figures > div { padding: .9rem 1rem; border-radius: 14px } .figures b { display: block; font-size: 1.5rem; line-height: 1.25 }
.scroll { overflow-x: auto } table { width: 100%; border-collapse: collapse } th, td { padding: .5rem .8rem .5rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; min-width: 4.5rem; overflow-wrap: break-word }
th { color: var(--muted); font-weight: 500 } thead th { border-top: 0; font-size: .87rem } time { white-space: nowrap } .properties { table-layout: fixed } .properties th { width: 38% } .properties td { overflow-wrap: anywhere }
.tag { display: inline-block; padding: .05rem .55rem; border-radius: 99px; background: var(--page); border: 1px solid var(--line); font-size: .85rem; white-space: nowrap }
.note { padding: .8rem 1rem; border-radius: 12px } .bad { background: var(--bad-soft); color: var(--bad) } .good { background: var(--soft) } .warn { background: var(--warn-soft) }
details, .entry { border-top: 1px solid var(--line); padding: .2rem 0 } summary { padding: .55rem 0; cursor: pointer; font-weight: 600 }
form { margin: 0 } .act { display: grid; gap: .7rem; padding-bottom: 1rem } label { display: grid; gap: .25rem; font-weight: 500 } label small { font-weight: 400; color: var(--muted) } label.check { display: flex; gap: .6rem; font-weight: 400 }
input, select, textarea { width: 100%; min-width: 0; padding: .6rem .7rem; border: 1px solid var(--muted); border-radius: 9px; background: var(--page); color: inherit; font: inherit } textarea { min-height: 6rem; resize: vertical } input[type=checkbox] { width: auto; accent-color: var(--brand) }
button, .button { display: inline-block; padding: .6rem 1rem; border: 1px solid var(--line); border-radius: 9px; background: var(--sheet); color: inherit; font: inherit; font-weight: 600; cursor: pointer; text-decoration: none } .main { background: var(--brand); color: var(--on) } .danger { border-color: var(--bad); color: var(--bad) }
pre { white-space: pre-wrap; margin: .3rem 0; font: inherit }
.previews { display: flex; flex-wrap: wrap; gap: .6rem } .previews figure { margin: 0; width: 9rem } .previews img, .blank { display: block; width: 9rem; height: 7rem; object-fit: cover; border-radius: 10px; border: 1px solid var(--line) } .previews figcaption { font-size: .82rem }
`;

const SECTIONS = [
	["/operator", "Overview"],
	["/operator/cases", "Cases"],
	["/operator/queue", "Queue"],
	["/operator/jobs", "Jobs"],
	["/operator/switches", "Switches"],
	["/operator/audit-log", "Audit log"],
] as const;

export type Section = { heading?: string; body: Child };

export type ConsolePage = {
	title: string;
	/** replaces the title above the page */
	heading?: string;
	section?: (typeof SECTIONS)[number][0];
	query?: string;
	intro?: Child;
	warning?: string | false;
	figures?: readonly (readonly [label: string, value: string, note?: string])[];
	sections: readonly Section[];
	aside?: readonly Section[];
};

/** "2026-11-22 20:15" in UTC, with the exact time for machines. */
export function time(ms: number | null): Child {
	if (ms === null) return "—";
	const iso = new Date(ms).toISOString();
	return <time datetime={iso}>{iso.slice(0, 16).replace("T", " ")}</time>;
}

/** "−$9.99" from cents of a currency. */
export const money = (cents: number, currency: string) =>
	currencyFormat("en", currency)
		.format(cents / 100)
		.replace("-", "−");

const BAD =
	"taken_down suspended disputed refunded lost open failed deleted away paused paused_by_its_variable appeal legal_order";
const GOOD = "published paid closed ok active restored running";

/** A state, coloured by its meaning. */
export function tag(state: string): Child {
	const is = (list: string) => list.split(" ").includes(state);
	const tone = is(BAD) ? "bad" : is(GOOD) ? "good" : state === "Pro" ? "warn" : "";
	return <span class={`tag ${tone}`}>{state.replaceAll("_", " ")}</span>;
}

export const pieces = (...all: Child[]): Child => all;

export const muted = (text: Child): Child => <span class="muted small">{text}</span>;

export const link = (path: string, text: Child): Child => <a href={path}>{text}</a>;

/** Makes content wider than the window scroll separately, also by keyboard. */
const scroll = (label: string, children: Child): Child => (
	<section class="scroll" aria-label={label} tabindex={0}>
		{children}
	</section>
);

/** Missing values show a dash. */
export const properties = (rows: readonly (readonly [string, Child])[]): Child =>
	scroll(
		"Properties",
		<table class="properties">
			<tbody>
				{rows.map(([label, value]) => (
					<tr key={label}>
						<th scope="row">{label}</th>
						{tableCell(value ?? "—")}
					</tr>
				))}
			</tbody>
		</table>,
	);

const tableCell = (content: Child): Child => <td>{content}</td>;
const tableRow = (cells: readonly Child[]): Child => <tr>{cells.map(tableCell)}</tr>;

export function table(
	head: readonly string[],
	rows: readonly (readonly Child[])[],
	empty = "None.",
): Child {
	if (rows.length === 0) return <p class="muted">{empty}</p>;
	return scroll(
		head.join(", "),
		<table>
			<thead>
				<tr>
					{head.map((label) => (
						<th key={label} scope="col">
							{label}
						</th>
					))}
				</tr>
			</thead>
			<tbody>{rows.map(tableRow)}</tbody>
		</table>,
	);
}

/** Omits empty values. */
export function details(json: string | null): Child {
	const all: Record<string, unknown> = json === null ? {} : JSON.parse(json);
	const shown = Object.entries(all).filter(
		([, value]) => value !== null && value !== false && value !== "",
	);
	return (
		<span class="small">
			{shown.map(([name, value]) => (
				<span key={name}>
					<span class="muted">{name}:</span> {String(value)}
					<br />
				</span>
			))}
		</span>
	);
}

export const history = (rows: readonly (typeof auditLog.$inferSelect)[]): Section => ({
	heading: "What happened",
	body: table(
		["When", "What", "By", "Details"],
		rows.map((row) => [time(row.at), row.act, row.by, details(row.details)]),
		"Nothing recorded.",
	),
});

const sections = (all: readonly Section[]): Child =>
	all.map(({ heading, body }) => (
		<section key={heading}>
			{heading && <h2>{heading}</h2>}
			{body}
		</section>
	));

/** `done`: the effect of the preceding act. */
export function consolePage(
	ctx: OperatorCtx,
	page: ConsolePage,
	done: string | undefined,
): Promise<Response> {
	const name = `${ctx.config.APP_NAME} console`;
	return plainPage(
		{ title: page.title, appName: name, style: STYLE, hasPictures: true },
		<>
			<header class="bar">
				<div>
					<strong>{name}</strong>
					<nav aria-label="Console">
						{SECTIONS.map(([path, label]) => (
							<a key={path} href={path} aria-current={path === page.section && "page"}>
								{label}
							</a>
						))}
					</nav>
					<form action="/operator/search" method="get">
						<input
							type="search"
							name="q"
							value={page.query ?? ""}
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
				<h1>{page.heading ?? page.title}</h1>
				{page.intro && <p class="muted">{page.intro}</p>}
				{page.warning && (
					<p class="note bad" role="alert">
						{page.warning}
					</p>
				)}
				{page.figures && (
					<div class="figures">
						{page.figures.map(([label, value, note]) => (
							<div key={label}>
								{muted(label)}
								<b>{value}</b>
								{note && muted(note)}
							</div>
						))}
					</div>
				)}
				{page.aside ? (
					<div class="columns">
						<div>{sections(page.sections)}</div>
						<div>{sections(page.aside)}</div>
					</div>
				) : (
					sections(page.sections)
				)}
			</main>
		</>,
	);
}
