import { failure } from "../../platform/errors.ts";

/**
 * Normalises a confirmation code to its Latin letters and digits in capitals: people copy it with blanks, dashes and
 * "#", and full-width letters or invisible characters must not make another code. Throws `request.invalid` if nothing
 * is left.
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
