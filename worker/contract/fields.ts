import * as z from "zod";
import { MAX_DESCRIPTION_LENGTH, MAX_LICENCE_LENGTH, MAX_TITLE_LENGTH } from "./constants.ts";
import { MAX_PAGE } from "./pages.ts";

/** Parses a decimal string such as "9.99" into cents; null if it isn't a price. */
export function centsOf(price: string): number | null {
	const match = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(price.trim());
	if (!match) return null;
	return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

/** Formats cents as a decimal string such as "9.99", as the API does. */
export function priceOf(cents: number): string {
	const sign = cents < 0 ? "-" : "";
	const abs = Math.abs(cents);
	return `${sign}${Math.floor(abs / 100)}.${String(abs % 100).padStart(2, "0")}`;
}

/** Available in browsers, Workers and Node. */
declare const URL: { parse(text: string): { readonly hostname: string } | null };

/** Writes an address's domain in ASCII, as browsers do: `xn--mller-kva.de` for `müller.de`. */
export function asciiDomain(address: string): string {
	const [, local, domain = ""] = /^(.*@)([-.\da-z\u0080-\uffff]+)$/i.exec(address) ?? [];
	const host = /[^ -~]/.test(domain) && URL.parse(`http://${domain}`)?.hostname;
	return host ? `${local}${host}` : address;
}

const EMAIL_ERROR = "Please enter a valid email";
/** Zod's own pattern, with top-level domains in ASCII such as `xn--p1ai`. */
const EMAIL =
	/^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]*[a-z\d])$/i;

export const emailField = z
	.string({ error: EMAIL_ERROR })
	.trim()
	.toLowerCase()
	.max(254, EMAIL_ERROR)
	.transform(asciiDomain)
	.pipe(z.email({ error: EMAIL_ERROR, pattern: EMAIL }));

// Marks that display text in another order than it was written, and the byte order mark.
const REORDERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Returns a text on one line, for mails and page titles: line breaks and controls become blanks. */
export function oneLine(text: string): string {
	const line = text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
	return line.replace(REORDERING, "").trim();
}

/** Removes control characters except line breaks and tabs. */
export function severalLines(text: string): string {
	return text
		.toWellFormed()
		.replace(/(?![\n\r\t])\p{Cc}/gu, "")
		.replace(REORDERING, "")
		.trim();
}

export const titleField = z
	.string({ error: "Title is required" })
	.transform(oneLine)
	.pipe(
		z
			.string()
			// Invisible characters don't make a title.
			.regex(/[^\p{C}\p{Z}]/u, "Title is required")
			.max(MAX_TITLE_LENGTH, `The title can have at most ${MAX_TITLE_LENGTH} characters`),
	);

export const lineField = (max: number, error?: string) =>
	z.string().transform(oneLine).pipe(z.string().max(max, error));

const textField = (max: number, error: string) =>
	z.string().transform(severalLines).pipe(z.string().max(max, error));

export const descriptionField = textField(
	MAX_DESCRIPTION_LENGTH,
	`The description can have at most ${MAX_DESCRIPTION_LENGTH} characters`,
);
export const thanksField = textField(500, "The thank-you can have at most 500 characters");
export const licenceField = textField(
	MAX_LICENCE_LENGTH,
	`The license can have at most ${MAX_LICENCE_LENGTH} characters`,
);

export const idField = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, "This isn't a valid id");

export const externalIdField = z
	.string()
	.regex(/^[!-~]{1,200}$/, "Enter 1 to 200 characters without spaces");

export const limitField = z.coerce.number().int().min(1).max(MAX_PAGE).optional();
