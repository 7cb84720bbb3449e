import type { ErrorCode } from "./errors.ts";

/** Features that the operator can pause, with the error code of refused requests. */
export const SWITCHES = {
	uploads: "uploads.paused",
	cardPayments: "card_payments.paused",
	directPayments: "direct_payments.paused",
	registration: "registration.paused",
	/** everything but webhooks, scheduled jobs and the health check */
	maintenance: "maintenance",
} as const satisfies Record<string, ErrorCode>;

export type Switch = keyof typeof SWITCHES;

/** Paused mails wait in the outbox, and no request is refused. */
export type Pausable = Switch | "mail";

const byCode = new Map<string, Switch>(
	Object.entries(SWITCHES).map(([name, code]) => [code, name as Switch]),
);

/** Returns the paused feature that an error names; undefined for any other error. */
export function switchOf(code: string): Switch | undefined {
	return byCode.get(code);
}

/** The attribute of a document's root element that lists paused features, separated by spaces. */
export const PAUSED_ATTRIBUTE = "data-paused";
