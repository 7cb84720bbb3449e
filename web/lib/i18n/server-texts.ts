import type { ErrorReason } from "../../../worker/contract/errors.ts";
import { ApiFailure } from "../server/failure.ts";
import { i18n } from "./i18n.ts";

/** English has none: its texts stand in the contract, which the server sends and the schemas carry. */
type ServerTexts = {
	/** by the error's reason or code */
	errors: Record<string, string>;
	/** by the English sentence of a schema, or of a check that the server adds; `{value}` is what varies */
	fields: Record<string, string>;
};

const tables = import.meta.glob<{ default: ServerTexts }>("../../../locales/*/server-texts.json");
const loaded = new Map<string, ServerTexts>();

/** Loads the translations of errors, for languages that need them. */
export async function loadServerTexts(): Promise<void> {
	const { locale } = i18n;
	if (loaded.has(locale)) return;
	const table = await tables[`../../../locales/${locale}/server-texts.json`]?.();
	if (table) loaded.set(locale, table.default);
}

/** The API's sentences have the apostrophes of keyboards. */
const typeset = (sentence: string) => sentence.replaceAll(/(?<=\p{L})'(?=\p{L})/gu, "’");

/** Returns the translation of a message; undefined where there is none. */
function translated(sentence: string): string | undefined {
	const fields = loaded.get(i18n.locale)?.fields ?? {};
	if (Object.hasOwn(fields, sentence)) return fields[sentence];
	for (const [english, text] of Object.entries(fields)) {
		const [before = "", after] = english.split("{value}");
		if (after === undefined || !sentence.startsWith(before) || !sentence.endsWith(after)) continue;
		return text.replace("{value}", () =>
			sentence.slice(before.length, sentence.length - after.length),
		);
	}
	return undefined;
}

/** Translates a message of a shared schema; unknown ones keep their words. */
export const fieldText = (sentence: string): string => translated(sentence) ?? typeset(sentence);

/** Returns the message of an error for a person, worded by reason, else by code; else the fallback. */
export function failureText(error: unknown, fallback: string): string {
	if (!(error instanceof ApiFailure) || !error.text) return fallback;
	const table = loaded.get(i18n.locale);
	const { reason, code, text } = error;
	return (
		(reason && table?.errors[reason]) || translated(text) || table?.errors[code] || typeset(text)
	);
}

/** Returns the server's message; `fallback` where it gave none, such as without a network or from a proxy. */
export function serverText(error: unknown, fallback: string): string {
	const isOurs = error instanceof ApiFailure && /^(?:network|unknown)$/.test(error.code);
	return isOurs ? fallback : failureText(error, fallback);
}

/** Returns the message of a reason, of which the server sends the English sentence. */
export function reasonText({ reason, message }: { reason: ErrorReason; message: string }): string {
	return loaded.get(i18n.locale)?.errors[reason] ?? typeset(message);
}

/** Returns the messages for the fields that a schema refused, by the field's name. */
export function fieldTexts(error: unknown): Record<string, string> {
	if (!(error instanceof ApiFailure)) return {};
	return Object.fromEntries(
		Object.entries(error.fields).map(([field, sentence]) => [field, fieldText(sentence)]),
	);
}
