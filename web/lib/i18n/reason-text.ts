import type { ErrorReason } from "../../../worker/contract/errors.ts";
import { i18n } from "./i18n.ts";

/** English has none: the server and the schemas send English. */
type ServerTexts = {
	errors: Record<string, string>;
	/** by the English message of a schema, or of a check that the server adds; `{value}` varies */
	fields: Record<string, string>;
};

const tables = import.meta.glob<{ default: ServerTexts }>("../../../locales/*/server-texts.json");
const loaded = new Map<string, ServerTexts>();

export async function loadServerTexts(): Promise<void> {
	const { locale } = i18n;
	if (loaded.has(locale)) return;
	const table = await tables[`../../../locales/${locale}/server-texts.json`]?.();
	if (table) loaded.set(locale, table.default);
}

/** The API's messages use straight apostrophes. */
export const typeset = (sentence: string) => sentence.replaceAll(/(?<=\p{L})'(?=\p{L})/gu, "’");

/** Undefined in English. */
export const serverTexts = (): ServerTexts | undefined => loaded.get(i18n.locale);

export function reasonText({ reason, message }: { reason: ErrorReason; message: string }): string {
	return serverTexts()?.errors[reason] ?? typeset(message);
}
