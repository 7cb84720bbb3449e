/**
 * The texts that buyers agree to before they pay, by version. One that was ever shown is never changed:
 * receipts print the words that were agreed to. New words are a new version, in every language.
 */
export const consentTexts = {
	"2026-11":
		"I want immediate access to the files, before the withdrawal period ends, and I know that I thereby lose my right of withdrawal.",
} as const;

export type ConsentTexts = Readonly<Record<keyof typeof consentTexts, string>>;
