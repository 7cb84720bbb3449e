type With<Name extends string> = Readonly<Record<Name, string>>;

/** The mails to the operator, who has no language to choose: English, like the logs and `docs/`. */
export const operatorMails = {
	labels: {
		from: "From",
		account: "Account",
		plan: "Plan",
		request: "Request",
		report: "Report",
		purchase: "Purchase",
		refund: "Refund",
	},
	support: {
		subject: ({ plan, subject }: { plan: string | undefined; subject: string }) =>
			`${plan ? `[${plan}] ` : ""}Support: ${subject}`,
		notSignedIn: "not signed in",
		noPlan: "none",
		note: "Answer to the address above: this mail comes from the platform itself.",
	},
	report: {
		subject: ({ reason, title }: With<"reason" | "title">) => `Report (${reason}): ${title}`,
		noMessage: "No further words.",
		noAddress: "no address given",
		open: "Open the share",
	},
	dispute: {
		subjects: {
			opened: "Dispute opened",
			asked: "A bank asks about a payment",
			won: "Dispute won",
			lost: "Dispute lost",
		},
		creatorTold:
			"The creator has been told, too, and can print the evidence page. Evidence is handed in at the provider.",
		creatorDeleted: "The creator has deleted the account, so nobody else has been told.",
		youAnswer: "You have to answer it.",
		youBear: "What the creator's balance did not cover stays with the platform.",
		deleted: ({ id }: With<"id">) => `deleted (${id})`,
		open: "Open the dispute at Stripe",
	},
	refundFailed: {
		subject: ({ amount, reference }: With<"amount" | "reference">) =>
			`A refund failed: ${amount}, ${reference}`,
		text: "A payment that found no place could not be returned: the buyer's bank refused the refund. The money lies with the platform and belongs to the buyer. It is tried again a few times; after that it has to be returned in another way.",
	},
	invariants: {
		subject: ({ count }: { count: number }) =>
			`${count} stored ${count === 1 ? "thing differs" : "things differ"} from the records`,
		text: "The nightly check found files that are missing or are not what was uploaded. Buyers can't download them, or get other bytes than they paid for.",
		more: ({ count }: { count: number }) => `${count} more stand in the log.`,
		note: "What to do is described in docs/operations.md, under Stored files.",
	},
};
