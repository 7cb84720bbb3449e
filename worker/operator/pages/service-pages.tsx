import { and, desc, gte, isNotNull, isNull, sql } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { DAY_MS } from "../../contract/retention.ts";
import { failedJobs } from "../../maintenance/job-cursor.ts";
import { MAX_ATTEMPTS } from "../../platform/mail/outbox.ts";
import { outbox } from "../../platform/tables.ts";
import { jobNames } from "../acts/service-acts.ts";
import { search } from "../read/search.ts";
import { readAuditLog } from "../read/subjects.ts";
import { consolePage } from "./layout.tsx";
import { Details, Table, Tag, Time } from "./pieces.tsx";

type Done = { done?: string | undefined };
const MOST = 100;
const WEEK_MS = 7 * DAY_MS;

export async function searchPage(ctx: OperatorCtx, { q }: { q: string }): Promise<Response> {
	const found = await search(ctx, q);
	return consolePage(
		ctx,
		{ title: `Search: ${q}`, query: q },
		<>
			<h1>Search</h1>
			<section>
				<Table
					head={["What", "Name", "More"]}
					rows={found.map((one) => [
						one.kind,
						one.path ? (
							<a key="path" href={one.path}>
								{one.label}
							</a>
						) : (
							one.label
						),
						one.note,
					])}
					empty={`Nothing is called exactly “${q}”. Search for a whole address, a link or its last word, a handle, a purchase’s reference, an id, or the id of a failed request.`}
				/>
			</section>
		</>,
	);
}

/** Undelivered mails: given up, or withheld by a limit. */
export async function mailsPage(ctx: OperatorCtx, { done }: Done): Promise<Response> {
	const since = ctx.now() - WEEK_MS;
	const unsent = and(isNull(outbox.sentAt), gte(outbox.createdAt, since));
	const columns = {
		id: outbox.id,
		kind: outbox.kind,
		recipient: outbox.recipient,
		createdAt: outbox.createdAt,
		attempts: outbox.attempts,
		heldBy: outbox.heldBy,
		lastError: outbox.lastError,
		hasText: sql<number>`${outbox.html} <> ''`,
	};
	const [failed, held] = await Promise.all([
		ctx.replica
			.select(columns)
			.from(outbox)
			.where(
				and(unsent, isNotNull(outbox.lastError), sql`attempts >= ${sql.raw(String(MAX_ATTEMPTS))}`),
			)
			.orderBy(desc(outbox.createdAt))
			.limit(MOST),
		ctx.replica
			.select({ kind: outbox.kind, heldBy: outbox.heldBy, createdAt: outbox.createdAt })
			.from(outbox)
			.where(and(gte(outbox.createdAt, since), isNotNull(outbox.heldBy), sql`attempts = 0`))
			.limit(MOST),
	]);
	return consolePage(
		ctx,
		{ title: "Mails", section: "/operator/mails", done },
		<>
			<h1>Mails</h1>
			<section>
				<h2>Given up after {MAX_ATTEMPTS} attempts</h2>
				<Table
					head={["When", "Kind", "To", "Error", "Act"]}
					rows={failed.map((mail) => [
						<Time key="at" ms={mail.createdAt} />,
						mail.kind,
						mail.recipient,
						mail.lastError,
						mail.hasText ? (
							<form key="retry" method="post" action={`/operator/mails/${mail.id}/retry`}>
								<button type="submit">Try again</button>
							</form>
						) : (
							"its text is gone"
						),
					])}
					empty="None in the last seven days."
				/>
			</section>
			<section>
				<h2>Withheld by a limit</h2>
				<p class="muted">Limits keep anyone from flooding a mailbox. These have no text.</p>
				<Table
					head={["When", "Kind", "Limit"]}
					rows={held.map((mail) => [<Time key="at" ms={mail.createdAt} />, mail.kind, mail.heldBy])}
					empty="None waits to be counted."
				/>
			</section>
		</>,
	);
}

/** Every job, which of them fail, and a button to run one now. */
export async function jobsPage(ctx: OperatorCtx, { done }: Done): Promise<Response> {
	const failing = new Map((await failedJobs(ctx)).map((one) => [one.job, one]));
	const jobs = jobNames().toSorted(
		(a, b) => Number(failing.has(b.name)) - Number(failing.has(a.name)),
	);
	return consolePage(
		ctx,
		{ title: "Jobs", section: "/operator/jobs", done },
		<>
			<h1>Jobs</h1>
			<p class="muted">
				Each runs by itself. Running one now does no harm; it waits until it ends.
			</p>
			<section>
				<Table
					head={["Job", "Cron", "Last run", "Act"]}
					rows={jobs.map(({ name, cron }) => {
						const failed = failing.get(name);
						return [
							name,
							cron,
							failed ? (
								<span key="state">
									<Tag of="failed" /> <Time ms={failed.at} /> {failed.message}
								</span>
							) : (
								<Tag key="state" of="ok" />
							),
							<form key="run" method="post" action={`/operator/jobs/${name}/run`}>
								<button type="submit" aria-label={`Run now: ${name}`}>
									Run now
								</button>
							</form>,
						];
					})}
					empty="There are no jobs."
				/>
			</section>
		</>,
	);
}

/** The audit log, the latest first. */
export async function auditLogPage(
	ctx: OperatorCtx,
	{ before }: { before?: number | undefined },
): Promise<Response> {
	const rows = await readAuditLog(ctx, { before });
	const last = rows.at(-1)?.entry.id;
	return consolePage(
		ctx,
		{ title: "Audit log", section: "/operator/audit-log" },
		<>
			<h1>Audit log</h1>
			<p class="muted">
				Rows are only added, and each is sealed with the one before. The nightly check and{" "}
				<code>npm run invariants</code> show a row that was changed or is missing.
			</p>
			<section>
				<Table
					head={["Row", "When", "What", "By", "About", "Details"]}
					rows={rows.map(({ entry, actor }) => [
						String(entry.id),
						<Time key="at" ms={entry.at} />,
						entry.act,
						`${entry.by}${actor ? ` (${actor})` : ""}`,
						<AuditSubject
							key="subject"
							act={entry.act}
							id={entry.subjectId}
							creatorId={entry.creatorId}
						/>,
						<Details key="details" json={entry.details} />,
					])}
					empty="Nothing was done yet."
				/>
				{last !== undefined && last > 1 && rows.length === 100 && (
					<p>
						<a class="button" href={`/operator/audit-log?before=${last}`}>
							Earlier rows
						</a>
					</p>
				)}
			</section>
		</>,
	);
}

const PAGES: readonly (readonly [prefix: string, path: string])[] = [
	["share.", "shares"],
	["purchase.", "purchases"],
	["case.", "cases"],
];

function AuditSubject({
	act,
	id,
	creatorId,
}: {
	act: string;
	id: string | null;
	creatorId: string | null;
}) {
	const [, folder] = PAGES.find(([prefix]) => act.startsWith(prefix)) ?? [];
	if (folder && id) return <a href={`/operator/${folder}/${id}`}>{folder.slice(0, -1)}</a>;
	if (creatorId) return <a href={`/operator/creators/${creatorId}`}>creator</a>;
	return <span class="small">{id ?? "—"}</span>;
}
