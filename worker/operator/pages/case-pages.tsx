import { asc, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { caseEntries, cases } from "../../core/cases/tables.ts";
import { findCase } from "../../trust/moderation/cases/find-case.ts";
import { sanctions } from "../../trust/moderation/tables.ts";
import { offersOn } from "../acts.tsx";
import {
	type ConsolePage,
	link,
	muted,
	properties,
	type Section,
	table,
	tag,
	time,
} from "../console-page.tsx";
import { CATEGORY_NAMES } from "../forms.tsx";
import { decisionsSection } from "./decisions.tsx";

const NOTICE_LABELS: Readonly<Record<string, string>> = {
	name: "Name",
	work: "Work",
	address: "Address",
	phone: "Phone",
	goodFaith: "In good faith",
	authorised: "Holds the rights, or acts for who does",
	signature: "Signature",
};

const KINDS = { support: "Question", report: "Report", review: "Review" } as const;

/** Lists open cases, Pro first and then the oldest; or closed ones, latest first. */
export async function casesPage(
	ctx: OperatorCtx,
	{ state }: { state: "open" | "closed" },
): Promise<ConsolePage> {
	const isOpen = state === "open";
	const rows = await ctx.replica
		.select({
			...getTableColumns(cases),
			isAppealed: sql<number>`exists (select 1 from sanctions s where s.case_id = cases.id
				and s.appeal = 'open' and s.lifted_at is null)`,
		})
		.from(cases)
		.where(eq(cases.state, state))
		.orderBy(desc(cases.priority), isOpen ? asc(cases.updatedAt) : desc(cases.updatedAt))
		.limit(200);
	return {
		title: "Cases",
		heading: isOpen ? "Open cases" : "Closed cases",
		section: "/operator/cases",
		intro: isOpen
			? link("/operator/cases?state=closed", "Closed cases")
			: link("/operator/cases", "Open cases"),
		sections: [
			{
				body: table(
					["Last word", "Kind", "About", "From"],
					rows.map((row) => [
						time(row.updatedAt),
						<>
							{KINDS[row.kind]} {row.priority > 0 && tag("Pro")}{" "}
							{row.isAppealed === 1 && tag("appeal")}
							{row.category && muted(` ${CATEGORY_NAMES[row.category]}`)}
						</>,
						link(`/operator/cases/${row.id}`, row.subject),
						row.email ?? (row.kind === "review" ? "opened by an operator" : "no address"),
					]),
					isOpen
						? "Nothing waits. New questions, reports and appeals appear here."
						: "No case was closed yet.",
				),
			},
		],
	};
}

export async function casePage(ctx: OperatorCtx, { id }: { id: string }): Promise<ConsolePage> {
	const known = await findCase(ctx, id);
	const entries = await ctx.db
		.select()
		.from(caseEntries)
		.where(eq(caseEntries.caseId, id))
		.orderBy(asc(caseEntries.at))
		.limit(500);
	const decided = await ctx.db.select().from(sanctions).where(eq(sanctions.caseId, id));
	const offer = offersOn(ctx, `/operator/cases/${id}`);
	const isOpen = known.state === "open";
	const { shareId, creatorId, category } = known;
	const inForce = (kind: "take_down" | "suspension") =>
		decided.some((decision) => decision.kind === kind && decision.liftedAt === null);
	const fields = { caseId: { value: id }, ...(category && { category: { value: category } }) };
	const notice: Section[] = known.notice
		? [
				{
					heading: "Formal notice",
					body: properties(
						Object.entries(known.notice).map(([name, value]) => [
							NOTICE_LABELS[name] ?? name,
							typeof value === "boolean" ? (value ? "yes" : "no") : String(value),
						]),
					),
				},
			]
		: [];
	return {
		title: known.subject,
		section: "/operator/cases",
		intro: (
			<>
				{KINDS[known.kind]} {tag(known.state)} opened {time(known.createdAt)}
			</>
		),
		sections: [
			{
				heading: "What was written",
				body:
					entries.length === 0
						? muted("No words came with it.")
						: entries.map((entry) => (
								<div key={entry.id} class="entry">
									{tag(entry.kind)} {muted(time(entry.at))}
									<pre>{entry.text}</pre>
								</div>
							)),
			},
			...notice,
		],
		aside: [
			{
				heading: "About",
				body: properties([
					["From", known.email],
					["Language", known.locale],
					["Category", category && CATEGORY_NAMES[category]],
					["Share", shareId && link(`/operator/shares/${shareId}`, "Open the share")],
					["Creator", creatorId && link(`/operator/creators/${creatorId}`, "Open the creator")],
					["Outcome", known.outcome?.replaceAll("_", " ")],
					["Number", id],
				]),
			},
			...decisionsSection(decided, offer),
			{
				heading: "Act",
				body: [
					known.email !== null && offer("/cases/:id/answer", id),
					isOpen &&
						shareId &&
						!inForce("take_down") &&
						offer("/shares/:id/take-down", shareId, { fields }),
					isOpen &&
						creatorId &&
						known.kind !== "support" &&
						!inForce("suspension") &&
						offer("/creators/:id/suspend", creatorId, { fields }),
					offer("/cases/:id/note", id),
					offer(isOpen ? "/cases/:id/close" : "/cases/:id/reopen", id),
				],
			},
		],
	};
}
