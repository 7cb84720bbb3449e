export interface FieldProblem {
	code: string;
	message: string;
}

export type CardBrand = "visa" | "mastercard" | "amex" | "unknown";

export function brandOf(number: string): CardBrand {
	const digits = onlyDigits(number);
	if (/^4/.test(digits)) return "visa";
	if (/^(5[1-5]|2[2-7])/.test(digits)) return "mastercard";
	if (/^3[47]/.test(digits)) return "amex";
	return "unknown";
}

/** `4242 4242 4242 4242`; American Express as 4-6-5. */
export function formatNumber(text: string): string {
	const brand = brandOf(text);
	const digits = onlyDigits(text).slice(0, lengthOf(brand));
	const groups =
		brand === "amex"
			? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
			: (digits.match(/.{1,4}/g) ?? []);
	return groups.filter((group) => group !== "").join(" ");
}

/**
 * Formats `12 / 34`. A first digit above 1 gets a leading zero; a full year is shortened to two digits.
 */
export function formatExpiry(text: string): string {
	const [month = "", year = ""] = expiryParts(text);
	if (month.length < 2) return month;
	if (year === "") return /\d\s*\/$/.test(text) || /^\d{2}$/.test(text) ? `${month} / ` : month;
	return `${month} / ${year}`;
}

export function formatCvc(text: string, brand: CardBrand): string {
	return onlyDigits(text).slice(0, brand === "amex" ? 4 : 3);
}

export function parseExpiry(text: string): { month: number; year: number } | undefined {
	const [month = "", year = ""] = expiryParts(text);
	if (month.length !== 2 || year.length !== 2) return undefined;
	return { month: Number(month), year: 2000 + Number(year) };
}

export function numberProblem(text: string): FieldProblem | undefined {
	const digits = onlyDigits(text);
	if (digits.length < lengthOf(brandOf(digits))) {
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

export function cvcProblem(text: string, brand: CardBrand): FieldProblem | undefined {
	if (text.length === (brand === "amex" ? 4 : 3)) return undefined;
	return { code: "incomplete_cvc", message: "Your card's security code is incomplete." };
}

function onlyDigits(text: string): string {
	return text.replaceAll(/\D/g, "");
}

function lengthOf(brand: CardBrand): number {
	if (brand === "amex") return 15;
	return 16;
}

function expiryParts(text: string): string[] {
	const slashed = text.match(/^\s*(\d{1,2})\s*\/\s*(\d*)/);
	const digits = slashed
		? `${String(slashed[1]).padStart(2, "0")}${slashed[2]}`
		: onlyDigits(text).replace(/^([2-9])/, "0$1");
	const year = digits.slice(2, 6);
	return [
		digits.slice(0, 2),
		year.length > 2 && year.startsWith("20") ? year.slice(2, 4) : year.slice(0, 2),
	];
}

function passesLuhn(digits: string): boolean {
	let sum = 0;
	for (const [index, digit] of [...digits].reverse().entries()) {
		const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
		sum += value > 9 ? value - 9 : value;
	}
	return sum % 10 === 0;
}
