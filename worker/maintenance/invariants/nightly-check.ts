import { MIB } from "../../contract/constants.ts";
import {
	type ChainCursor,
	type ChainFinding,
	checkAuditLog,
} from "../../core/audit-log/check-chain.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { mailLanguage, operatorMails } from "../../core/mail-texts.ts";
import { log } from "../../platform/log.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { OWED } from "../../platform/mail/mail-limits.ts";
import { readCursor, saveCursor } from "../job-cursor.ts";
import { checkFiles, type FileCursor } from "./check-files.ts";
import { checkPurchases, checkShares } from "./check-rows.ts";
import { checkTotals, recountTotals } from "./check-totals.ts";
import type { Finding } from "./findings.ts";

/** Some seconds of processor time, and far fewer calls than a run may make. */
const BOUNDS = { maxBytes: 2048 * MIB, maxFiles: 1000 };
/** in the mail, and of each kind in the log */
const NAMED = 20;
const LOGGED = 50;

function lineOf(finding: Finding | ChainFinding): string {
	if ("row" in finding) return operatorMails.invariants.row(finding);
	const { problem, key, creatorId, shareId, fileId, purchaseId, day } = finding;
	const creator = creatorId && `creator ${creatorId}`;
	const share = shareId && `share ${shareId}`;
	const file = fileId && `file ${fileId}`;
	const purchase = purchaseId && `purchase ${purchaseId}`;
	return [problem, creator, share, file, purchase, day, key].filter(Boolean).join(", ");
}

async function notifyOperator(
	ctx: Ctx,
	findings: readonly (Finding | ChainFinding)[],
): Promise<void> {
	const count = findings.length;
	const texts = operatorMails.invariants;
	const day = new Date(ctx.now()).toISOString().slice(0, 10);
	await queueMail(
		ctx,
		composeMail(ctx, {
			kind: MAIL_KINDS["operator-notice"],
			cause: OWED,
			to: ctx.config.OPERATOR_EMAIL,
			layout: mailLanguage("en").texts.layout,
			subject: texts.subject({ count }),
			paragraphs: [
				texts.text,
				findings.slice(0, NAMED).map(lineOf).join("\n"),
				...(count > NAMED ? [texts.more({ count: count - NAMED })] : []),
			],
			notes: [texts.note],
			dedupeKey: `invariants:${day}`,
		}),
	);
}

/**
 * Checks a sample of files and rows, continuing every night. Recounts running totals that differ: their sources are
 * complete and right.
 */
export async function runNightlyCheck(ctx: Ctx, bounds = BOUNDS): Promise<void> {
	const idFrom = async (name: string) => (await readCursor(ctx, name)) ?? "";
	const jsonFrom = async (name: string) => JSON.parse((await readCursor(ctx, name)) ?? "null");
	const from: FileCursor | null = await jsonFrom("invariants");
	const entry: ChainCursor | null = await jsonFrom("audit-log");
	const batch = await checkFiles(ctx, from, bounds);
	const sums = await checkShares(ctx, await idFrom("sums"));
	const ledger = await checkPurchases(ctx, await idFrom("ledger"));
	const acts = await checkAuditLog(ctx, entry);
	const totals = await checkTotals(ctx, await idFrom("totals"));
	const findings = [
		...batch.findings,
		...sums.findings,
		...ledger.findings,
		...totals.findings,
		...acts.findings,
	];
	for (const [problem, alike = []] of Object.entries(
		Object.groupBy(findings, ({ problem }) => problem),
	)) {
		for (const finding of alike.slice(0, LOGGED)) log("error", "invariant.broken", finding);
		const more = alike.length - LOGGED;
		if (more > 0) log("error", "invariant.broken", { problem, more });
	}
	if (findings.length > 0) await notifyOperator(ctx, findings);
	const miscounted = new Set(totals.findings.flatMap(({ creatorId }) => creatorId ?? []));
	if (miscounted.size > 0) await recountTotals(ctx, [...miscounted]);
	const next = {
		invariants: batch.cursor && JSON.stringify(batch.cursor),
		sums: sums.next,
		ledger: ledger.next,
		totals: totals.next,
		"audit-log": acts.next && JSON.stringify(acts.next),
	};
	for (const [name, cursor] of Object.entries(next)) await saveCursor(ctx, name, cursor);
	const { files, bytes } = batch;
	log("info", "invariants.checked", { files, bytes, broken: findings.length });
}
