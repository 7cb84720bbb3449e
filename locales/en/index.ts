export { mails } from "./mails.ts";
export { consentTexts, pages } from "./pages.ts";

/** Properties of a language for the checks of texts. */
export type Writing = {
	readonly quotationMarks: string;
	readonly spaceBeforeEllipsis: boolean;
	/** words of English that the language has too */
	readonly englishWords: readonly string[];
};

/** How English is written. */
export const writing: Writing = {
	quotationMarks: "“”‘’",
	spaceBeforeEllipsis: false,
	englishWords: [],
};
