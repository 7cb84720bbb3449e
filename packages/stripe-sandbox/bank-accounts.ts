import type { TestCard } from "./cards.ts";

/** Verifies the check digits (ISO 13616). */
export function isIban(text: string): boolean {
	const iban = text.replaceAll(" ", "").toUpperCase();
	if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
	const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((sign) => Number.parseInt(sign, 36));
	return BigInt(digits.join("")) % 97n === 1n;
}

/** Six digits, with or without dashes, e.g. Stripe's `108800`. */
export function isSortCode(text: string): boolean {
	return /^\d{6}$/.test(text.replaceAll(/[\s-]/g, ""));
}

export function isAccountNumber(text: string): boolean {
	return /^\d{8}$/.test(text.replaceAll(/\s/g, ""));
}

/** A US test account, and its bank's response to a debit. */
interface UsAccount extends Pick<TestCard, "number" | "decline" | "dispute"> {
	/** Its id in Financial Connections. */
	linked: string;
	label: string;
}

const usAccount = (
	name: string,
	number: string,
	label: string,
	does: Pick<UsAccount, "decline" | "dispute"> = {},
): UsAccount => ({
	number,
	linked: `fca_${name}`,
	label: `${label} ••••${number.slice(-4)}`,
	...does,
});

/**
 * Stripe's test numbers; the ids of linked accounts are the sandbox's.
 * https://docs.stripe.com/payments/ach-direct-debit/accept-a-payment#test-account-numbers
 */
export const US_ACCOUNTS: readonly UsAccount[] = [
	usAccount("success", "000123456789", "Success"),
	usAccount("accountClosed", "000111111113", "Account closed", {
		decline: { code: "account_closed", message: "The customer's bank account has been closed." },
	}),
	usAccount("noAccount", "000111111116", "No account", {
		decline: { code: "no_account", message: "The customer's bank account could not be located." },
	}),
	usAccount("insufficientFunds", "000222222227", "Insufficient funds"),
	usAccount("debitNotAuthorized", "000333333335", "Debit not authorized", {
		decline: {
			code: "debit_not_authorized",
			message: "The customer has notified their bank that this payment was unauthorized.",
		},
	}),
	usAccount("dispute", "000555555559", "Dispute", { dispute: "debit_not_authorized" }),
];
