import type { ConsentTexts } from "../en/withdrawal-consent.ts";

/** The texts that buyers agree to, in German. */
export const consentTexts: ConsentTexts = {
	"2026-11":
		"Ich verlange ausdrücklich, dass Sie vor Ablauf der Widerrufsfrist mit der Ausführung beginnen, und weiß, dass ich dadurch mein Widerrufsrecht verliere.",
};
