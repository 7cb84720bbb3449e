type With<Name extends string> = Readonly<Record<Name, string>>;

/** The mails to the operator, in English like the logs and `docs/`. */
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
		open: "Open the request",
	},
	report: {
		subject: ({ reason, title }: With<"reason" | "title">) => `Report (${reason}): ${title}`,
		noMessage: "No further words.",
		noAddress: "no address given",
		open: "Open the report",
	},
	appeal: {
		subject: ({ title }: With<"title">) => `Appeal: ${title}`,
		counterNotice: "The appeal comes with a counter-notice.",
		open: "Open the case",
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
		late: "The payment couldn't be fulfilled and is refunded automatically, so its creator bears nothing of this and hasn't been told.",
		youAnswer: "You have to answer it.",
		youBear: "What the creator's balance did not cover stays with the platform.",
		deleted: ({ id }: With<"id">) => `deleted (${id})`,
		open: "Open the dispute at Stripe",
	},
	fraudWarning: {
		subject: ({ amount, reference }: With<"amount" | "reference">) =>
			`Early fraud warning: ${amount}, ${reference}`,
		creatorTold:
			"The card's issuer suspects fraud and has informed Stripe. The creator has been told, too. A full refund now usually prevents a dispute and its fee.",
		open: "Open the purchase",
	},
	disconnected: {
		subject: ({ email }: With<"email">) => `Stripe account disconnected: ${email}`,
		text: "A creator's account is no longer connected with yours. What they earn by card is held until they connect one again.",
		open: "Open the creator",
	},
	refundFailed: {
		subject: ({ amount, reference }: With<"amount" | "reference">) =>
			`A refund failed: ${amount}, ${reference}`,
		text: "A payment that couldn't be fulfilled was to be refunded automatically, but the buyer's bank refused the refund. The platform holds the money; it belongs to the buyer. The refund is tried again a few times; after that the money has to be returned in another way.",
	},
	books: {
		subject: ({ count }: { count: number }) =>
			`The books differ from Stripe in ${count === 1 ? "one place" : `${count} places`}`,
		text: "The nightly comparison found charges, refunds or disputes at Stripe that the ledger records otherwise, or only one of the two has. Each is compared again every night until it agrees.",
		line: (found: With<"id" | "provider" | "ledger" | "purchase">) =>
			`${found.id}: ${found.provider} at Stripe, ${found.ledger} in the ledger, ${found.purchase}`,
		purchase: ({ id }: With<"id">) => `purchase ${id}`,
		noPurchase: "no purchase",
		more: ({ count }: { count: number }) => `${count} more differ.`,
		note: "What to do is described in docs/operations.md, under Money.",
	},
	scan: {
		matchSubject: ({ title }: With<"title">) => `The scanner found something: ${title}`,
		match:
			"The share is quarantined: nobody can see or buy the files, and their bytes are kept. The creator has been told which file it is. Publish it, if the scanner is wrong, or delete it.",
		lateSubject: ({ title }: With<"title">) => `The scanner does not answer: ${title}`,
		lateQuarantined:
			"The files are quarantined, and are published once the scanner has answered for each. They can be published without it.",
		latePublished: "The files were published without its answer, as SCAN_ON_TIMEOUT says.",
		file: "File",
		found: "Found",
		open: "Open the case",
		note: "What to do is described in docs/operations.md, under Scanning uploads.",
	},
	invariants: {
		subject: ({ count }: { count: number }) =>
			`${count} stored ${count === 1 ? "thing differs" : "things differ"} from the records`,
		text: "The nightly check found files that are missing or are not what was uploaded. Buyers can't download them, or get other bytes than they paid for.",
		row: ({ problem, row }: { problem: string; row: number }) =>
			`${problem}, row ${row} of the audit log`,
		more: ({ count }: { count: number }) => `${count} more stand in the log.`,
		note: "What to do is described in docs/operations.md, under Stored files.",
	},
};
