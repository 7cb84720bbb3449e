import { failure } from "../../platform/errors.ts";

/**
 * Normalises a confirmation code for storing, comparing and showing: its Latin letters and digits, in capitals.
 * People copy codes with blanks, dashes and a "#", in either case; a code that only differs in full-width letters or
 * invisible characters must be the same code. Throws `request.invalid` when nothing is left.
 */
export function confirmationCodeOf(typed: string): string {
	const code = typed
		.normalize("NFKC")
		.replace(/[^A-Za-z0-9]/g, "")
		.toUpperCase();
	if (code === "") {
		const message = "Enter the confirmation code";
		throw failure("request.invalid", { message, fields: { confirmationCode: message } });
	}
	return code;
}
