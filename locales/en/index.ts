export { mails } from "./mails.ts";
export { consentTexts, pages } from "./pages.ts";

/** What the checks of texts need to know of a language. */
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
