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

/** Translates a sentence of the server or of a shared schema; unknown ones are returned unchanged. */
export function serverText(sentence: string): string {
	return loaded.get(i18n.locale)?.[sentence] ?? sentence;
}

/** Returns the message of an error for a person: the server's sentence, else the fallback. */
export function failureText(error: unknown, fallback: string): string {
	return error instanceof ApiFailure && error.text ? serverText(error.text) : fallback;
}

/** Returns the messages for the fields that a schema refused, by the field's name. */
export function fieldTexts(error: unknown): Record<string, string> {
	if (!(error instanceof ApiFailure)) return {};
	return Object.fromEntries(
		Object.entries(error.fields).map(([field, sentence]) => [field, serverText(sentence)]),
	);
}
