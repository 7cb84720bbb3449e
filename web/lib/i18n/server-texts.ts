import { ApiFailure } from "../server/failure.ts";
import "../texts/common-texts.ts";
import { i18n } from "./i18n.ts";
import { serverTexts, typeset } from "./reason-text.ts";

function translated(sentence: string): string | undefined {
	const fields = serverTexts()?.fields ?? {};
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

/** Unknown messages keep their words. */
export const fieldText = (sentence: string): string => translated(sentence) ?? typeset(sentence);

/** Translates by reason, then by code, then uses the fallback. */
export function failureText(error: unknown, fallback?: string): string {
	if (!(error instanceof ApiFailure) || !error.text)
		return fallback ?? i18n.text("common.tryAgain");
	const table = serverTexts();
	const { reason, code, text } = error;
	return (
		(reason && table?.errors[reason]) || translated(text) || table?.errors[code] || typeset(text)
	);
}

/** Uses `fallback` if the server sent no message: without a network, or from a proxy. */
export function serverText(error: unknown, fallback: string): string {
	const isOurs = error instanceof ApiFailure && /^(?:network|unknown)$/.test(error.code);
	return isOurs ? fallback : failureText(error, fallback);
}

export function fieldTexts(error: unknown): Record<string, string> {
	if (!(error instanceof ApiFailure)) return {};
	return Object.fromEntries(
		Object.entries(error.fields).map(([field, sentence]) => [field, fieldText(sentence)]),
	);
}
