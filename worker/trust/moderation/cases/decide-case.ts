import { eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { OperatorCtx } from "../../../accounts/operator-only.ts";
import { caseEntries, cases } from "../../../core/cases/tables.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import { type ReportOutcome, reportDecidedMail } from "../../support/mails.ts";
import type { Category } from "../contract.ts";
import type { CaseRow } from "./find-case.ts";

type Decided = {
	caseId: string;
	creatorId: string;
	shareId: string | null;
	subject: string;
	category: Category;
	outcome: ReportOutcome | "upheld";
	text: string;
	/** the entry's, if the caller looks for it */
	entryId?: string;
};

/** Null if the case isn't a report, or has no address. */
export const reporterOf = (known: CaseRow | null): string | null =>
	known?.kind === "report" ? known.email : null;

/** Closes a case and notifies the reporter. Without a case, records a closed one for appeals. */
export function decideCase(
	ctx: OperatorCtx,
	known: CaseRow | null,
	{ outcome, text, entryId = ctx.id(), ...decided }: Decided,
): BatchItem<"sqlite">[] {
	const at = ctx.now();
	const { caseId: id, ...about } = decided;
	const closed = { state: "closed", outcome, updatedAt: at } as const;
	const opens = { id, kind: "review", ...about, ...closed, createdAt: at } as const;
	const entry = { id: entryId, caseId: id, kind: "decision", authorId: ctx.user.id, at } as const;
	const reporter = reporterOf(known);
	return [
		known
			? ctx.db.update(cases).set(closed).where(eq(cases.id, id))
			: ctx.db.insert(cases).values(opens).onConflictDoNothing(),
		ctx.db.insert(caseEntries).values({ ...entry, text: `${outcome}: ${text}` }),
		...(known && reporter && outcome !== "upheld"
			? [
					queueMail(
						ctx,
						// The reason for the creator may say more than others should know.
						reportDecidedMail(ctx, {
							...known,
							email: reporter,
							caseId: id,
							entryId: entry.id,
							outcome,
							text: "",
						}),
					),
				]
			: []),
	];
}
