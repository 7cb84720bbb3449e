import type { ChainFinding } from "../../core/audit-log/check-chain.ts";
import { operatorMails } from "../../core/mail-texts.ts";
import { mailToOperator } from "../../core/mails.ts";
import type { Finding } from "./findings.ts";

const NAMED = 20;

const texts = operatorMails.invariants;

function lineOf(finding: Finding | ChainFinding): string {
	if ("row" in finding) return texts.row(finding);
	const { problem, key, creatorId, shareId, fileId, purchaseId, day } = finding;
	const creator = creatorId && `creator ${creatorId}`;
	const share = shareId && `share ${shareId}`;
	const file = fileId && `file ${fileId}`;
	const purchase = purchaseId && `purchase ${purchaseId}`;
	return [problem, creator, share, file, purchase, day, key].filter(Boolean).join(", ");
}

/** Once a day. */
export const findingsMail = mailToOperator({
	write: (_, { findings }: { findings: readonly (Finding | ChainFinding)[] }, ctx) => {
		const count = findings.length;
		return {
			subject: texts.subject({ count }),
			paragraphs: [
				texts.text,
				findings.slice(0, NAMED).map(lineOf).join("\n"),
				count > NAMED ? texts.more({ count: count - NAMED }) : null,
			],
			notes: [texts.note],
			dedupeKey: `invariants:${new Date(ctx.now()).toISOString().slice(0, 10)}`,
		};
	},
});
