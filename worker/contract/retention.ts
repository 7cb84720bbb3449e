/**
 * Retention periods of personal data. The jobs delete by these numbers and the privacy policy states
 * them, so the two cannot differ.
 */
export const RETENTION = {
	/** sessions without activity, and sessions in any case */
	sessionIdleDays: 14,
	sessionDays: 30,
	/** browsers that an account has signed in from, after the last time */
	deviceDays: 365,
	/** links in mails */
	resetLinkHours: 1,
	confirmLinkDays: 7,
	/** a change of address that waits to be confirmed */
	addressChangeDays: 7,
	/** addresses that want to know when a share is on sale: until they confirm it, and from then on */
	unconfirmedAlertDays: 2,
	alertDays: 365,
	/** codes for finding purchases */
	codeMinutes: 15,
	/** responses to requests with an `Idempotency-Key` */
	idempotencyHours: 24,
	/** codes by which a program asks to be authorized */
	programCodeMinutes: 15,
	/** the identity behind the buyer cookie */
	buyerDays: 365,
	/** uploads without progress */
	uploadHours: 24,
	/** the text of a mail after it was sent, and after it was given up; its address */
	mailTextMinutes: 10,
	unsentMailDays: 3,
	mailDays: 30,
	/** keyed hashes of networks and accounts used by rate limits */
	attemptDays: 2,
	/** keyed hashes that tell viewers apart; the counts stay */
	viewDays: 2,
	/** by which link or site a buyer came */
	sourceDays: 400,
	/** the access log */
	downloadDays: 180,
	/** a creator's former handle, which redirects to the page until then */
	formerHandleDays: 365,
	/** messages to support, and reports of abuse */
	messageDays: 365,
	/** card payments that came to nothing, and direct ones that were declined or never decided */
	attemptedPaymentDays: 30,
	claimDays: 180,
	/** checkouts that programs made and nobody paid, and the buyer's address in the others */
	checkoutDays: 2,
	/** ids of the payment provider's events */
	eventDays: 30,
	/** events, what was sent of them to webhook endpoints, and what they answered */
	webhookDays: 30,
	/** requests that failed on our side, by their id */
	failedRequestDays: 7,
	/** what the log of acts says beyond the act itself */
	auditYears: 3,
	/** addresses in the ledger */
	ledgerYears: 10,
} as const;

export const MINUTE_MS = 60 * 1000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** An upload session without a part for this long expires. */
export const UPLOAD_IDLE_MS = RETENTION.uploadHours * HOUR_MS;
