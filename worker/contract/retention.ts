/**
 * Retention periods of personal data. The jobs delete by these numbers and the privacy policy states
 * them, so the two cannot differ.
 */
export const RETENTION = {
	/** sessions without activity, and sessions in any case */
	sessionIdleDays: 14,
	sessionDays: 30,
	/** links in mails */
	resetLinkHours: 1,
	confirmLinkDays: 7,
	/** codes for finding purchases */
	codeMinutes: 15,
	/** the identity behind the buyer cookie */
	buyerDays: 365,
	/** uploads without progress */
	uploadHours: 24,
	/** the text of a mail after it was sent, and its address */
	mailTextMinutes: 10,
	mailDays: 30,
	/** keyed hashes of networks and accounts used by rate limits */
	attemptDays: 2,
	/** keyed hashes that identify viewers; the counts stay */
	viewDays: 2,
	/** the access log */
	downloadDays: 180,
	/** a creator's former handle, which redirects to the page until then */
	formerHandleDays: 365,
	/** messages to support, and reports of abuse */
	messageDays: 365,
	/** card payments that came to nothing, and direct ones that were declined or never decided */
	attemptedPaymentDays: 30,
	claimDays: 180,
	/** ids of the payment provider's events */
	eventDays: 30,
	/** addresses in the ledger */
	ledgerYears: 10,
} as const;

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;
