/**
 * Whether an IBAN's check digits are right, e.g. of Stripe's `DE89370400440532013000`.
 * https://docs.stripe.com/payments/sepa-debit/accept-a-payment, ISO 13616
 */
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

/** Eight digits, e.g. Stripe's `00012345`. */
export function isAccountNumber(text: string): boolean {
	return /^\d{8}$/.test(text.replaceAll(/\s/g, ""));
}
