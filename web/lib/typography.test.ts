import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { LOCALES } from "../../worker/contract/locales.ts";

const web = join(import.meta.dirname, "..");
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

/** The marks of other languages, and an ellipsis with or without the space that the language has before it. */
const FOREIGN: Record<string, RegExp> = {
	en: /[„‚«»‹›]|\s…/,
	de: /[”«»‹›]|[^\u00a0]…/,
	es: /[„‚‹›]|\s…/,
};
/** Made with a typewriter's keys. */
const TYPED = /['"]|\.\.\.|\s-\s/;
/** A number that a line's end could separate from its unit. */
const LOOSE_UNIT = /[\d}] (?:[KMG]B|kbit\/s|min|px|[sh%$€])(?!\w)/;

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

describe.each(Object.keys(LOCALES))("the texts in %s", (locale) => {
	const all = catalogueOf(locale);
	const texts = locale === "en" ? all.filter((one) => !isPrescribed(one)) : all;
	const having = (mark: RegExp | undefined) => texts.filter(({ text }) => mark?.test(text));

	it("have real quotation marks, apostrophes, ellipses and dashes", () => {
		expect(texts.length).toBeGreaterThan(500);
		expect(having(TYPED)).toEqual([]);
	});

	it("have the marks of their language", () => {
		expect(FOREIGN).toHaveProperty(locale);
		expect(having(FOREIGN[locale])).toEqual([]);
	});

	it("keep a number and its unit on one line", () => {
		expect(having(LOOSE_UNIT)).toEqual([]);
	});
});

it("The prescribed labels are needed as exceptions", () => {
	const needed = catalogueOf("en").filter(({ text }) => TYPED.test(text));
	expect(needed.map(({ id }) => id.split(": ")[1]).sort()).toEqual([...PRESCRIBED].sort());
});
