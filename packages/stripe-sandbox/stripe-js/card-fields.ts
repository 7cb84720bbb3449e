export interface FieldProblem {
	code: string;
	message: string;
}

/** Reads "12/34", "12 / 34" or "1234". */
export function parseExpiry(text: string): { month: number; year: number } | undefined {
	const [, month, year] = /^(\d{1,2}) *\/? *(?:20)?(\d{2})$/.exec(text.trim()) ?? [];
	return month && year ? { month: Number(month), year: 2000 + Number(year) } : undefined;
}

export function numberProblem(text: string): FieldProblem | undefined {
	const digits = onlyDigits(text);
	if (digits.length < 16) {
		return { code: "incomplete_number", message: "Your card number is incomplete." };
	}
	if (passesLuhn(digits)) return undefined;
	return { code: "invalid_number", message: "Your card number is invalid." };
}

/** @param today for the comparison with the present month */
export function expiryProblem(text: string, today: Date): FieldProblem | undefined {
	const expiry = parseExpiry(text);
	if (expiry === undefined) {
		return {
			code: "incomplete_expiry",
			message: "Your card's expiration date is incomplete.",
		};
	}
	const months = (expiry.year - today.getFullYear()) * 12 + expiry.month - (today.getMonth() + 1);
	if (expiry.month < 1 || expiry.month > 12 || months > 50 * 12) {
		return { code: "invalid_expiry_year", message: "Your card's expiration year is invalid." };
	}
	if (months >= 0) return undefined;
	return {
		code:
			expiry.year < today.getFullYear() ? "invalid_expiry_year_past" : "invalid_expiry_month_past",
		message:
			expiry.year < today.getFullYear()
				? "Your card's expiration year is in the past."
				: "Your card's expiration date is in the past.",
	};
}

export function cvcProblem(text: string): FieldProblem | undefined {
	if (/^\d{3}$/.test(text)) return undefined;
	return { code: "incomplete_cvc", message: "Your card's security code is incomplete." };
}

function onlyDigits(text: string): string {
	return text.replaceAll(/\D/g, "");
}

function passesLuhn(digits: string): boolean {
	let sum = 0;
	for (const [index, digit] of [...digits].reverse().entries()) {
		const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
		sum += value > 9 ? value - 9 : value;
	}
	return sum % 10 === 0;
}
