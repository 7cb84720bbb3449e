import { compileMessage } from "@lingui/message-utils/compileMessage";
import { beforeEach, expect, test, vi } from "vitest";
import { Catalogues, type Messages } from "./messages.ts";

const TEXTS = {
	plain: "It’s '{here}'",
	hello: "Hello {name}, from {app}",
	files: "{n, plural, =0 {no files} one {# file of {name}} other {# files of {name}}}.",
	nested: "{n, plural, one {one} other {# and {m, plural, one {# more} other {# others}}}}",
	sum: "{n, number} of 1000",
};
const compiled = (texts: Record<string, string>) =>
	Object.fromEntries(
		Object.entries(texts).map(([id, text]) => [id, compileMessage(text)]),
	) as unknown as Messages;

let texts: Catalogues;
beforeEach(() => {
	texts = new Catalogues();
	texts.load("en", compiled(TEXTS));
	texts.load("de", compiled({ files: "{n, plural, one {# Datei} other {# Dateien}}" }));
	texts.activate("en");
});

test("fills values in, and takes no value for a pattern", () => {
	expect(texts.text("plain", { here: "x" })).toBe("It’s {here}");
	expect(texts.text("hello", { name: "# {n}", app: "" })).toBe("Hello # {n}, from ");
	expect(texts.text("hello", { app: 0 })).toBe("Hello , from 0");
	expect(texts.text("constructor")).toBe("constructor");
});

test("chooses the text of a number, and writes numbers as the language does", () => {
	const files = (n: number) => texts.text("files", { n, name: "#" });
	expect([files(0), files(1), files(12_345)]).toEqual([
		"no files.",
		"1 file of #.",
		"12,345 files of #.",
	]);
	expect(texts.text("nested", { n: 2000, m: 1 })).toBe("2,000 and 1 more");
	expect(texts.text("sum", { n: 1234.5 })).toBe("1,234.5 of 1000");
	texts.activate("de");
	expect([files(1), files(12_345)]).toEqual(["1 Datei", "12.345 Dateien"]);
});

test("returns texts of the active language only, and notifies of a change", () => {
	const listener = vi.fn();
	const end = texts.onChange(listener);
	texts.activate("de");
	expect([texts.locale, texts.text("plain")]).toEqual(["de", "plain"]);
	texts.load("de", compiled({ plain: "Da" }));
	expect([texts.text("plain"), texts.text("files", { n: 1 })]).toEqual(["Da", "1 Datei"]);
	end();
	texts.activate("en");
	expect(listener).toHaveBeenCalledTimes(1);
});
