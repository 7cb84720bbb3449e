import type { ConsentTexts } from "../en/withdrawal-consent.ts";

/** The texts that buyers agree to, in Spanish. */
export const consentTexts: ConsentTexts = {
	"2026-11":
		"Solicito expresamente que el suministro de los archivos comience antes de que termine el plazo de desistimiento y sé que con ello pierdo mi derecho de desistimiento.",
};
