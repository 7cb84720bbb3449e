import type { PageTexts } from "../en/pages.ts";

/** The Worker's pages in German. */
export const pages: PageTexts = {
	maintenance: {
		title: "Wir sind gleich zurück",
		lead: "Gerade laufen Wartungsarbeiten. Seiten, Downloads und Zahlungen pausieren, bis wir fertig sind.",
		kept: "Nichts geht verloren: Deine Dateien, deine Käufe und schon geleistete Zahlungen sind sicher. Ein Upload, der in einem anderen Tab läuft, wartet und geht von selbst weiter.",
		again: "Noch einmal versuchen",
	},
};
