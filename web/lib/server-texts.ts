import { ApiFailure } from "./failure.ts";
import { i18n } from "./i18n.ts";

const tables = import.meta.glob<{ default: Record<string, string> }>(
	"../locales/*/server-texts.json",
);
const loaded = new Map<string, Record<string, string>>();

/** Loads the translations of the server's sentences, for languages that need them. */
export async function loadServerTexts(): Promise<void> {
	const { locale } = i18n;
	if (loaded.has(locale)) return;
	const table = await tables[`../locales/${locale}/server-texts.json`]?.();
	if (table) loaded.set(locale, table.default);
}

/** A sentence of the server or of a shared schema in the language in use; as it came, if unknown. */
export function serverText(sentence: string): string {
	return loaded.get(i18n.locale)?.[sentence] ?? sentence;
}

/** What to tell a person of an error: the server's sentence, else the fallback. */
export function failureText(error: unknown, fallback: string): string {
	return error instanceof ApiFailure && error.text ? serverText(error.text) : fallback;
}

/** The sentences for the fields a schema refused, by the field's name. */
export function fieldTexts(error: unknown): Record<string, string> {
	if (!(error instanceof ApiFailure)) return {};
	return Object.fromEntries(
		Object.entries(error.fields).map(([field, sentence]) => [field, serverText(sentence)]),
	);
}
