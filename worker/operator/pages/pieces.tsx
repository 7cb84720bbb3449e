import type { Child } from "hono/jsx";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { currencyFormat } from "../../contract/currency-format.ts";
import { paths } from "../../contract/paths.ts";
import { CATEGORIES, type Category } from "../../contract/trust/moderation.ts";
import type { auditLog } from "../../core/audit-log/tables.ts";

/** "2026-11-22 20:15" in UTC, with the exact time for machines. */
export function Time({ ms }: { ms: number | null }) {
	if (ms === null) return <>—</>;
	const iso = new Date(ms).toISOString();
	return <time datetime={iso}>{iso.slice(0, 16).replace("T", " ")}</time>;
}

/** "−$9.99" from cents of a currency. */
export const money = (cents: number, currency: string) =>
	currencyFormat("en", currency)
		.format(cents / 100)
		.replace("-", "−");

/** A state in one word, coloured by its meaning. */
export function Tag({ of }: { of: string }) {
	const bad = [
		"taken_down",
		"suspended",
		"disputed",
		"refunded",
		"lost",
		"open",
		"failed",
		"deleted",
		"away",
		"paused",
		"paused by its variable",
	];
	const good = ["published", "paid", "closed", "ok", "active", "restored", "running"];
	const tone = bad.includes(of) ? "bad" : good.includes(of) ? "good" : "";
	return <span class={`tag ${tone}`}>{of.replaceAll("_", " ")}</span>;
}

/** Makes content wider than a narrow window scroll separately; keyboards reach it, whatever it holds. */
function Scroll({ label, children }: { label: string; children: Child }) {
	return (
		<section class="scroll" aria-label={label} tabindex={0}>
			{children}
		</section>
	);
}

/** Labels and values; missing values show a dash. */
export function Properties({ rows }: { rows: readonly (readonly [string, Child])[] }) {
	return (
		<Scroll label="Properties">
			<table class="properties">
				<tbody>
					{rows.map(([label, value]) => (
						<tr key={label}>
							<th scope="row">{label}</th>
							<td>{value ?? "—"}</td>
						</tr>
					))}
				</tbody>
			</table>
		</Scroll>
	);
}

/** A table with column headings; `empty` is shown without rows. */
export function Table({
	head,
	rows,
	empty,
}: {
	head: readonly string[];
	rows: readonly (readonly Child[])[];
	empty: string;
}) {
	if (rows.length === 0) return <p class="muted">{empty}</p>;
	return (
		<Scroll label={head.join(", ")}>
			<table class="rows">
				<thead>
					<tr>
						{head.map((label) => (
							<th key={label} scope="col">
								{label}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row, at) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: a page that is rendered once
						<tr key={at}>
							{row.map((cell, column) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: a page that is rendered once
								<td key={column} data-label={head[column]}>
									{cell}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</Scroll>
	);
}

/** An act behind a summary, so that none happens by accident: a form with its own button. */
export function Act({
	title,
	action,
	button,
	danger = false,
	children,
}: {
	title: string;
	action: string;
	button: string;
	danger?: boolean;
	children?: Child;
}) {
	return (
		<details>
			<summary>{title}</summary>
			<form class="act" method="post" action={action}>
				{children}
				<div>
					<button type="submit" class={danger ? "danger" : "main"}>
						{button}
					</button>
				</div>
			</form>
		</details>
	);
}

/** An irreversible act: without a fresh confirmation it leads to the screen that asks for one. */
export function FinalAct({
	ctx,
	here,
	...act
}: Parameters<typeof Act>[0] & { ctx: OperatorCtx; here: string }) {
	if (ctx.operator.isFresh) return <Act {...act} danger />;
	return (
		<details>
			<summary>{act.title}</summary>
			<p class="muted">
				This can’t be undone. Confirm with your second factor first; you come back here.
			</p>
			<p>
				<a class="button" href={paths.confirmFor(here)}>
					Confirm that it’s me
				</a>
			</p>
		</details>
	);
}

export function Reason({ label = "Reason", hint }: { label?: string; hint: string }) {
	return (
		<label>
			{label}
			<small>{hint}</small>
			<textarea name="reason" required minlength={5} maxlength={2000} />
		</label>
	);
}

export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
	copyright: "Copyright or trademark",
	illegal: "Illegal content",
	scam: "Fraud or a misleading offer",
	malware: "Harmful software",
	other: "Another breach of the terms",
};

/** A decision's fields: its category, and the findings as the creator reads them. */
export function DecisionFields({
	category,
	caseId,
}: {
	category?: Category | null;
	caseId?: string;
}) {
	return (
		<>
			{caseId && <input type="hidden" name="caseId" value={caseId} />}
			<label>
				Category
				<select name="category" required>
					{CATEGORIES.map((one) => (
						<option key={one} value={one} selected={one === category}>
							{CATEGORY_NAMES[one]}
						</option>
					))}
				</select>
			</label>
			<label>
				What was found
				<small>
					The creator reads this, with the rule and how to appeal. Write it in their language.
				</small>
				<textarea name="text" required minlength={20} maxlength={5000} />
			</label>
		</>
	);
}

type AuditRow = typeof auditLog.$inferSelect;

/** An act's details from the audit log: names and values, omitting those without a value. */
export function Details({ json }: { json: string | null }) {
	const details: Record<string, unknown> = json === null ? {} : JSON.parse(json);
	const shown = Object.entries(details).filter(
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

/** Rows of the audit log about one thing. */
export function Acts({ rows }: { rows: readonly AuditRow[] }) {
	return (
		<Table
			head={["When", "What", "By", "Details"]}
			rows={rows.map((row) => [
				<Time key="at" ms={row.at} />,
				row.act,
				row.by,
				<Details key="details" json={row.details} />,
			])}
			empty="Nothing recorded."
		/>
	);
}

/** Adds a page's address and what was done, for the redirect after a form. */
export const doneAt = (path: string, done: string) => `${path}?done=${encodeURIComponent(done)}`;
