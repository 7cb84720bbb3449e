import type { CreatorPage } from "../../../worker/pages/storefront/contract/creator-page.ts";
import { APP_NAME } from "../../lib/i18n/app-name.ts";
import { i18n } from "../../lib/i18n/i18n.ts";

const MAX_LENGTH = 200;

export function describeCreator({ displayName, line, shares }: CreatorPage): string {
	if (line) return line;
	const values = { app: APP_NAME, name: displayName };
	if (shares.length === 0) return i18n.text("creator.descriptionEmpty", values);
	const titles = shares
		.slice(0, 3)
		.map(({ title }) => title)
		.join(", ");
	const text = i18n.text("creator.description", { ...values, titles });
	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1).trimEnd()}…` : text;
}
