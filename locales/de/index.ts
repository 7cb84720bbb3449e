import type { Writing } from "../en/index.ts";

export { mails } from "./mails.ts";
export { consentTexts, pages } from "./pages.ts";

/** How German is written. */
export const writing: Writing = {
	quotationMarks: "„“‚‘’",
	spaceBeforeEllipsis: true,
	englishWords: ["Upload", "Uploads"],
};
