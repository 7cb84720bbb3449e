import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LOCALES, type Locale } from "../../../worker/contract/locales.ts";
import { RETENTION } from "../../../worker/contract/retention.ts";

// Read from the files: imported catalogues are compiled.
const read = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, path), "utf8"));
const policies = (Object.keys(LOCALES) as Locale[]).map((locale) => ({
	locale,
	texts: (locale === "en"
		? read("privacy.messages.json")
		: read(`../../../locales/${locale}/web.json`).privacy) as Record<string, string>,
}));

const terms = (locale: Locale): Record<string, string> =>
	locale === "en" ? read("terms.messages.json") : read(`../../../locales/${locale}/web.json`).terms;

it.each(policies)(
	"the legal texts in $locale mention no date but the specified one",
	({ locale, texts }) => {
		const date = /\b(?:date|Datum|fecha)\b/;
		for (const text of [...Object.values(texts), ...Object.values(terms(locale))])
			expect(text).not.toMatch(date);
		const specified = /\b17\b.*\b2025$/;
		expect(texts["privacy.updated"]).toMatch(specified);
		expect(terms(locale)["terms.updated"]).toMatch(specified);
	},
);

const NAMES = Object.keys(RETENTION);

// G69
it.each(policies)(
	"the policy in $locale states every period after which data is deleted, and by its constant",
	({ texts }) => {
		const stated = texts["privacy.b7"] ?? "";
		expect(NAMES.filter((name) => !new RegExp(`\\{${name}[,}]`).test(stated))).toEqual([]);
	},
);

/** Stems of the words for minutes, hours and days, which cover every number and case. */
const units = (...names: string[]) =>
	policies.flatMap(({ locale }) =>
		names.map(
			(unit) =>
				new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" })
					.formatToParts(1)
					.find(({ type }) => type === "unit")?.value,
		),
	);

it.each(policies)(
	"the policy in $locale writes no other period of days or hours than the promise for deleted data and answers",
	({ texts }) => {
		const period = new RegExp(`\\d+ (?:${units("minute", "hour", "day").join("|")})\\p{L}*`, "gu");
		const periods = Object.values(texts).flatMap((text) => text.match(period) ?? []);
		const promise = new RegExp(`^30 (?:${units("day").join("|")})\\p{L}*$`, "u");
		expect(periods.filter((one) => !promise.test(one))).toEqual([]);
	},
);
