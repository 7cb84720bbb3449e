/** Retention periods of personal data: the jobs delete by these numbers and the privacy policy states them. */
export const RETENTION = {
	/** sessions without activity, and any session */
	sessionIdleDays: 14,
	sessionDays: 30,
	/** browsers that an account signed in from */
	deviceDays: 365,
	resetLinkHours: 1,
	confirmLinkDays: 7,
	/** unconfirmed changes of address */
	addressChangeDays: 7,
	/** subscriptions to a share's sale: until confirmed, and from then on */
	unconfirmedAlertDays: 2,
	alertDays: 365,
	/** codes for finding purchases */
	codeMinutes: 15,
	idempotencyHours: 24,
	/** codes that programs ask for authorization with */
	programCodeMinutes: 15,
	/** the identity behind the buyer cookie */
	buyerDays: 365,
	/** uploads without progress */
	uploadHours: 24,
	/** a mail's text after it was sent, and after it was given up; its address */
	mailTextMinutes: 10,
	unsentMailDays: 3,
	mailDays: 30,
	/** keyed hashes of networks and accounts for rate limits */
	attemptDays: 2,
	/** keyed hashes that distinguish viewers; the counts stay */
	viewDays: 2,
	/** the link or site that a buyer came from */
	sourceDays: 400,
	/** the download log */
	downloadDays: 180,
	/** former handles, which redirect to the creator's page until then */
	formerHandleDays: 365,
	/** messages to support, and reports of abuse */
	messageDays: 365,
	/** failed card payments, and direct ones that were declined or never decided */
	attemptedPaymentDays: 30,
	claimDays: 180,
	/** unpaid checkouts, and the buyer's address in the others */
	checkoutDays: 2,
	/** ids of the payment provider's events */
	eventDays: 30,
	/** events, and the requests and responses of webhooks */
	webhookDays: 30,
	failedRequestDays: 7,
	/** personal details in the audit log */
	auditYears: 3,
	/** addresses in the ledger */
	ledgerYears: 10,
} as const;

export const MINUTE_MS = 60 * 1000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const UNITS = Object.entries({
	Minutes: MINUTE_MS,
	Hours: HOUR_MS,
	Days: DAY_MS,
	Years: 365.25 * DAY_MS,
});

export type Period = keyof typeof RETENTION;

/** Returns a period in ms, by the unit in its name. */
export const periodMs = (period: Period): number =>
	RETENTION[period] * (UNITS.find(([unit]) => period.endsWith(unit))?.[1] ?? Number.NaN);

/** An upload session expires after this long without a part. */
export const UPLOAD_IDLE_MS = RETENTION.uploadHours * HOUR_MS;
