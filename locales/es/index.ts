import type { Writing } from "../en/index.ts";

export { mails } from "./mails.ts";
export { consentTexts, pages } from "./pages.ts";

/** How Spanish is written. */
export const writing: Writing = {
	quotationMarks: "“”«»‘’",
	spaceBeforeEllipsis: false,
	englishWords: [],
};
