import { eq } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { type CaseRow, entriesOf, findCase } from "../../trust/moderation/cases/find-case.ts";
import { sanctions } from "../../trust/moderation/tables.ts";
import { readCases } from "../read/subjects.ts";
import { LegalOrder, SanctionActs } from "./decision-forms.tsx";
import { consolePage } from "./layout.tsx";
import { Act, CATEGORY_NAMES, DecisionFields, Properties, Table, Tag, Time } from "./pieces.tsx";

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

/** The queue: open cases, or those that were closed. */
export async function casesPage(
	ctx: OperatorCtx,
	{ state, done }: { state: "open" | "closed"; done?: string | undefined },
): Promise<Response> {
	const rows = await readCases(ctx, state);
	return consolePage(
		ctx,
		{ title: "Cases", section: "/operator/cases", done },
		<>
			<h1>{state === "open" ? "Open cases" : "Closed cases"}</h1>
			<p>
				{state === "open" ? (
					<a href="/operator/cases?state=closed">Closed cases</a>
				) : (
					<a href="/operator/cases">Open cases</a>
				)}
			</p>
			<section>
				<Table
					head={["Last word", "Kind", "About", "From"]}
					rows={rows.map((row) => [
						<Time key="at" ms={row.updatedAt} />,
						<span key="kind">
							{KINDS[row.kind]} {row.priority > 0 && <span class="tag warn">Pro</span>}{" "}
							{row.isAppealed === 1 && <span class="tag bad">appeal</span>}
							{row.category && <span class="muted small"> {CATEGORY_NAMES[row.category]}</span>}
						</span>,
						<a key="subject" href={`/operator/cases/${row.id}`}>
							{row.subject}
						</a>,
						row.email ?? (row.kind === "review" ? "opened by an operator" : "no address"),
					])}
					empty={
						state === "open"
							? "Nothing waits. New questions, reports and appeals appear here."
							: "No case was closed yet."
					}
				/>
			</section>
		</>,
	);
}

function Notice({ known }: { known: CaseRow }) {
	if (!known.notice) return null;
	const rows = Object.entries(known.notice).map(
		([name, value]) =>
			[
				NOTICE_LABELS[name] ?? name,
				typeof value === "boolean" ? (value ? "yes" : "no") : String(value),
			] as const,
	);
	return (
		<section>
			<h2>Formal notice</h2>
			<Properties rows={rows} />
		</section>
	);
}

/** A case: its entries and decisions, and the possible acts. */
export async function casePage(
	ctx: OperatorCtx,
	{ id, done }: { id: string; done?: string | undefined },
): Promise<Response> {
	const known = await findCase(ctx, id);
	const entries = await entriesOf(ctx, id);
	const decided = await ctx.db.select().from(sanctions).where(eq(sanctions.caseId, id));
	const here = `/operator/cases/${id}`;
	const isOpen = known.state === "open";
	const inForce = (kind: "take_down" | "suspension") =>
		decided.some((decision) => decision.kind === kind && decision.liftedAt === null);
	return consolePage(
		ctx,
		{ title: known.subject, section: "/operator/cases", done },
		<>
			<h1>{known.subject}</h1>
			<p class="muted">
				{KINDS[known.kind]} <Tag of={known.state} /> opened <Time ms={known.createdAt} />
			</p>
			<div class="columns">
				<div>
					<section>
						<h2>What was written</h2>
						{entries.length === 0 && <p class="muted">No words came with it.</p>}
						{entries.map((entry) => (
							<div key={entry.id} class="entry">
								<span class="muted small">
									<Tag of={entry.kind} /> <Time ms={entry.at} />
								</span>
								<pre>{entry.text}</pre>
							</div>
						))}
					</section>
					<Notice known={known} />
				</div>
				<div>
					<section>
						<h2>About</h2>
						<Properties
							rows={[
								["From", known.email],
								["Language", known.locale],
								["Category", known.category && CATEGORY_NAMES[known.category]],
								[
									"Share",
									known.shareId && <a href={`/operator/shares/${known.shareId}`}>Open the share</a>,
								],
								[
									"Creator",
									known.creatorId && (
										<a href={`/operator/creators/${known.creatorId}`}>Open the creator</a>
									),
								],
								["Outcome", known.outcome?.replaceAll("_", " ")],
								["Number", known.id],
							]}
						/>
					</section>
					{decided.map((decision) => (
						<section key={decision.id}>
							<h2>{decision.kind === "take_down" ? "Take-down" : "Suspension"}</h2>
							<Properties
								rows={[
									["In force", decision.liftedAt === null ? "yes" : "no"],
									["For", CATEGORY_NAMES[decision.category]],
									["Since", <Time key="at" ms={decision.imposedAt} />],
									["Lifted", <Time key="lifted" ms={decision.liftedAt} />],
									["Appeal", decision.appeal],
								]}
							/>
							{decision.liftedAt === null && (
								<SanctionActs id={decision.id} appeal={decision.appeal} />
							)}
						</section>
					))}
					<section>
						<h2>Act</h2>
						{known.email !== null && (
							<Act title="Answer by mail" action={`${here}/answer`} button="Send the answer">
								<label>
									Answer
									<small>In {known.locale}. It is sent as it stands here.</small>
									<textarea name="text" required minlength={5} maxlength={5000} />
								</label>
								<label class="check">
									<input type="checkbox" name="close" value="yes" checked />
									Close the case
								</label>
							</Act>
						)}
						{isOpen && known.shareId && !inForce("take_down") && (
							<Act
								title="Take the share down"
								action={`/operator/shares/${known.shareId}/take-down`}
								button="Take down"
								danger
							>
								<DecisionFields category={known.category} caseId={id} />
								<LegalOrder />
							</Act>
						)}
						{isOpen && known.creatorId && known.kind !== "support" && !inForce("suspension") && (
							<Act
								title="Suspend the creator"
								action={`/operator/creators/${known.creatorId}/suspend`}
								button="Suspend"
								danger
							>
								<DecisionFields category={known.category} caseId={id} />
							</Act>
						)}
						<Act title="Add a note" action={`${here}/note`} button="Save the note">
							<label>
								Note
								<small>Only operators see it.</small>
								<textarea name="text" required minlength={1} maxlength={5000} />
							</label>
						</Act>
						{isOpen ? (
							<Act title="Close without a decision" action={`${here}/close`} button="Close">
								<label>
									Reason
									<small>
										{known.kind === "report" && known.email !== null
											? "The reporter is told that the share stays, with these words."
											: "For the record."}
									</small>
									<textarea name="text" maxlength={5000} />
								</label>
							</Act>
						) : (
							<Act title="Open again" action={`${here}/reopen`} button="Open again" />
						)}
					</section>
				</div>
			</div>
		</>,
	);
}
