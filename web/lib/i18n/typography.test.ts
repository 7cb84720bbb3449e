import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Writing } from "../../../locales/en/index.ts";
import * as languages from "../../../locales/index.ts";
import { LOCALES, type Locale } from "../../../worker/contract/locales.ts";

const web = join(import.meta.dirname, "../..");
const locales = join(web, "../locales");

/** Labels whose characters the product's specification prescribes. */
const PRESCRIBED = new Set([
	"auth.creatingAccount",
	"auth.loggedIn",
	"auth.signingIn",
	"direct.notFoundText",
	"paymentSetup.pending",
	"settings.cancelledText",
	"settings.cancelling",
	"settings.updating",
	"subscribe.completePayment",
	"subscribe.settingUp",
	"subscribe.subscribedTitle",
	"upload.limitText",
	"upload.uploading",
]);

const WRITTEN: Readonly<Record<Locale, { readonly writing: Writing }>> = languages;

function foreignTo(locale: Locale): RegExp {
	const { quotationMarks, spaceBeforeEllipsis } = WRITTEN[locale].writing;
	const others = [..."„“”‚‘’«»‹›"].filter((mark) => !quotationMarks.includes(mark));
	return new RegExp(`[${others.join("")}]|${spaceBeforeEllipsis ? "[^\u00a0]" : "\\s"}…`);
}
/** Straight quotes, three dots, and a hyphen for a dash. */
const TYPED = /['"]|\.\.\.|\s-\s/;
/** A number that a line break could separate from its unit. */
const LOOSE_UNIT = /[\d}] (?:[KMG]B|kbit\/s|min|px|[sh%$€])(?![\p{L}\w])/u;

type Text = { id: string; text: string };

function textsIn(path: string): Text[] {
	const found: Text[] = [];
	const take = (texts: Record<string, unknown>) => {
		for (const [id, text] of Object.entries(texts))
			if (typeof text === "string") found.push({ id: `${basename(path)}: ${id}`, text });
			else take(text as Record<string, unknown>);
	};
	take(JSON.parse(readFileSync(path, "utf8")));
	return found;
}

function catalogueOf(locale: string): Text[] {
	const folder = locale === "en" ? web : join(locales, locale);
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((path) => path.endsWith(locale === "en" ? ".messages.json" : ".json"))
		.flatMap((path) => textsIn(join(folder, path)));
}

const isPrescribed = ({ id }: Text) => PRESCRIBED.has(id.split(": ")[1] ?? "");

describe.each(Object.keys(LOCALES) as Locale[])("the texts in %s", (locale) => {
	const all = catalogueOf(locale);
	const texts = locale === "en" ? all.filter((one) => !isPrescribed(one)) : all;
	const having = (mark: RegExp) => texts.filter(({ text }) => mark.test(text));

	it("uses real quotation marks, apostrophes, ellipses and dashes", () => {
		expect(texts.length).toBeGreaterThan(500);
		expect(having(TYPED)).toEqual([]);
	});

	it("uses the marks of the language", () => {
		expect(having(foreignTo(locale))).toEqual([]);
	});

	it("keeps a number and its unit on one line", () => {
		expect(having(LOOSE_UNIT)).toEqual([]);
	});
});

it("needs every exception for a prescribed label", () => {
	const needed = catalogueOf("en").filter(({ text }) => TYPED.test(text));
	expect(needed.map(({ id }) => id.split(": ")[1]).sort()).toEqual([...PRESCRIBED].sort());
});
