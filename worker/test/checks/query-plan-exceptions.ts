/** `because`: the bound of the step's growth. */
type Exception = { readonly statement: RegExp; readonly step: RegExp; readonly because: string };

const EXCEPTIONS: readonly Exception[] = [
	{
		statement: /^with recursive awaited\(id\)/,
		step: /^SCAN awaited$|^SEARCH tokens USING COVERING INDEX tokens_subject \(purpose=\? AND subject>\?\)$/,
		because: "one step for each share that somebody waits for, however many wait for it",
	},
	{
		statement: /^select min\("created_at"\) from "outbox"/,
		step: /^SCAN outbox USING INDEX outbox_due$/,
		because: "the index holds the mails that wait to be sent, and the operator asks for the oldest",
	},
	{
		statement: /^select count\(\*\) from "outbox"/,
		step: /^SEARCH outbox USING INDEX outbox_failed \(created_at>\?\)$/,
		because: "the index holds mails that were given up, and a day of them is counted",
	},
	{
		statement: /^update "outbox" set "recipient" = /,
		step: /^SEARCH (?:notice|outbox) USING INDEX outbox_dedupe_key_unique \(dedupe_key>\? AND dedupe_key<\?\)$/,
		because: "one account's mails about changes of its address",
	},
	{
		statement: /^select "ledger"."kind", "purchases"."currency", count\(\*\), abs\(sum/,
		step: /ledger_at \(at>\?\)|^USE TEMP B-TREE FOR GROUP BY$/,
		because: "the operator's overview sums a week of the ledger",
	},
	{
		statement: /^select distinct "purchases"."id", "purchases"."currency"/,
		step: /ledger_at \(at>\?\)|^USE TEMP B-TREE FOR DISTINCT$/,
		because: "the operator's overview reads a week of the ledger",
	},
	{
		statement: /^select count\(\*\) from "shares"/,
		step: /^SEARCH shares USING COVERING INDEX shares_published \(published_at>\?\)$/,
		because: "the operator's overview counts what was published in a week",
	},
	{
		statement: /^select count\(\*\) from "purchases"/,
		step: /^SCAN purchases USING COVERING INDEX purchases_disputed$/,
		because: "the index holds open disputes",
	},
	{
		statement: /^select count\(\*\) from "users"/,
		step: /^SCAN users$/,
		because: "the operator counts the creators before writing to all of them",
	},
	{
		statement: /from "?switches"?$/,
		step: /^SCAN switches/,
		because: "the table has a row for each thing that is paused",
	},
	{
		statement: /from "job_cursors"/,
		step: /^SEARCH job_cursors /,
		because: "the table has a few rows for each job",
	},
	{
		statement: /^delete from "backup_changes"/,
		step: /^SEARCH backup_changes USING INTEGER PRIMARY KEY \(rowid<\?\)$/,
		because: "the table holds what is changed during one backup, and this deletes what was copied",
	},
	{
		statement: /^select .* from "(?:shares|creator_handles)" .*\.rowid > \? and .*\.rowid <= \?/s,
		step: /^SEARCH (?:shares|creator_handles) USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)$/,
		because: "a page of the sitemap looks at 10,000 rows of the table, however many it has",
	},
	{
		statement: /^select kind as kind, count\(\*\) as waiting/,
		step: /^SCAN (?:queue USING INDEX queue_due|outbox USING INDEX outbox_due|quarantined_files USING INDEX quarantined_files_due|webhook_messages USING INDEX webhook_messages_due)$|^USE TEMP B-TREE FOR ORDER BY$/,
		because: "the indexes hold what waits, and the operator asks how much it is",
	},
	{
		statement: /^update "queue" set "attempts"/,
		step: /^USE TEMP B-TREE FOR (?:(?:RIGHT PART|LAST (?:\d+ )?TERMS?) OF )?ORDER BY$/,
		because: "at most 1,000 due tasks are sorted",
	},
	{
		statement: /^update "webhook_messages" set "attempts"/,
		step: /^USE TEMP B-TREE FOR (?:(?:RIGHT PART|LAST (?:\d+ )?TERMS?) OF )?(?:ORDER BY|DISTINCT)$/,
		because: "at most 1,000 endpoints with messages that wait are sorted, and 18 messages of six",
	},
	{
		statement: /^insert into "creator_events"/,
		step: /^USE TEMP B-TREE FOR GROUP BY$/,
		because: "a purchase has a few entries in the ledger",
	},
];

/** Read results or prepare cases; the product never sends them. */
const TESTS_ONLY: readonly RegExp[] = [
	/ from "outbox" where \(?"outbox"\."(recipient|subject|withheld_by)" = \?/,
	/^select count\(\*\) from "outbox" where "outbox"\."dedupe_key" like \?$/,
	/^update "outbox" set "due_at" = \?, "attempts" = \? where "outbox"\."recipient" like/,
	/^select [^()]* from "(attempts|outbox|purchases|queue|things)"$/,
	/^update "shares" set "status" = \?$/,
	/^delete from "all_files"$/,
	/^delete from "webhook_(endpoints|messages)"$/,
	/ from "share_views" where "share_views"\."viewer" = \?$/,
	/^insert into "things"/,
	/^SELECT rowid AS row_id, \* FROM "\w+"$/,
	/^select \* from "\w+"$/,
	/^SELECT count\(\*\) AS n FROM backup_changes$/,
	/ FROM sqlite_master m, pragma_table_info\(m\.name\) c /,
];

export function fromTestsOnly(text: string): boolean {
	return TESTS_ONLY.some((one) => one.test(text));
}

/** Undefined without a known reason. */
export function reasonFor(text: string, step: string): string | undefined {
	return EXCEPTIONS.find((one) => one.statement.test(text) && one.step.test(step))?.because;
}
