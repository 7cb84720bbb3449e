import { describe, expect, it } from "vitest";
import { COMMANDS } from "../commands/index.ts";
import { command } from "./command.ts";
import { findCommand, parseArguments, unknownCommand } from "./parse.ts";
import { suggestion } from "./suggest.ts";

const sample = command({
	name: "sample",
	about: "do something",
	operands: "SHARE",
	count: [1, 1],
	options: {
		title: { type: "string", value: "TEXT", about: "a text" },
		kind: { type: "string", choices: ["each", "link"], about: "a choice" },
		tag: { type: "string", multiple: true, about: "several" },
		yes: { type: "boolean", short: "y", about: "a switch" },
	},
	examples: [],
	run: async () => {},
});
const parse = (...args: string[]) => parseArguments(sample, args);
const messageOf = (act: () => unknown): string => {
	try {
		act();
	} catch (error) {
		const { message, hints } = error as { message: string; hints: string[] };
		return [message, ...hints].join(" ");
	}
	throw new Error("It did not fail.");
};

describe("arguments", () => {
	it("are options, wherever they stand, and operands", () => {
		expect(parse("--title", "North", "s1", "-y", "--tag=a", "--tag", "b")).toEqual({
			options: { title: "North", yes: true, tag: ["a", "b"] },
			operands: ["s1"],
		});
		expect(parse("--", "--yes").operands).toEqual(["--yes"]);
		expect(parse("s1", "--title=--x").options.title).toBe("--x");
	});

	it.each([
		[["s1", "--titel", "x"], "has no option --titel. Did you mean --title?"],
		[["s1", "--whatever"], "has no option --whatever. `tillbox help sample` lists"],
		[["s1", "-x"], "has no option -x."],
		[["s1", "--title"], "--title needs a value: --title TEXT."],
		[["s1", "--title", "--yes"], "--title needs a value"],
		[["s1", "--yes=1"], "--yes takes no value."],
		[
			["s1", "--kind", "eech"],
			"--kind can't be “eech”. It can be each, link. Did you mean --kind each?",
		],
		[["s1", "--title", "a", "--title", "b"], "--title was given twice."],
		[[], "`tillbox sample` needs SHARE."],
		[["s1", "s2"], "“s2” is too much for `tillbox sample`."],
	])("%j is refused with the option's name", (args, message) => {
		expect(messageOf(() => parse(...args))).toContain(message);
	});
});

describe("commands", () => {
	it("are found with global options before them", () => {
		const args = [
			"--server",
			"https://a.example",
			"--json",
			"codes",
			"create",
			"X",
			"--percent",
			"5",
		];
		const { command: found, rest } = findCommand(COMMANDS, args);
		expect(found?.name).toBe("codes create");
		expect(rest).toEqual(["--server", "https://a.example", "--json", "X", "--percent", "5"]);
		expect(findCommand(COMMANDS, ["shares", "--json"]).command?.name).toBe("shares");
		expect(findCommand(COMMANDS, ["download", "show"]).command?.name).toBe("download");
	});

	it.each([
		[["uplaod"], "There is no command `uplaod`. Did you mean `tillbox upload`?"],
		[
			["codes", "craete"],
			"There is no command `codes craete`. Did you mean `tillbox codes create`?",
		],
		[
			["webhooks"],
			"`tillbox webhooks` needs one of: list, create, on, off, delete, test, trigger, listen.",
		],
		[["xyzzy"], "There is no command `xyzzy`. `tillbox help` lists"],
	])("%j is not one, and what was meant is named", (words, message) => {
		expect(
			messageOf(() => {
				throw unknownCommand(COMMANDS, words);
			}),
		).toContain(message);
	});

	it("each have an explanation, examples that parse, and a value's name for each option", () => {
		for (const { name, about, examples, options } of COMMANDS) {
			expect(about, name).toMatch(/^[a-z].*[^.]$/);
			expect(examples.length, name).toBeGreaterThan(0);
			for (const { line } of examples) {
				const plain = line.replace(/ [<>|] ?.*$/, "").replace(/^eval "\$\((.*)\)"$/, "$1");
				const words = [...plain.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
					([, a, b, c]) => a ?? b ?? c ?? "",
				);
				const { command: found, rest } = findCommand(COMMANDS, words.slice(1));
				expect(found?.name, line).toBe(name);
				if (found) expect(() => parseArguments(found, rest), line).not.toThrow();
			}
			for (const [option, { type, about: text }] of Object.entries(options)) {
				expect(text, `${name} --${option}`).not.toBe("");
				expect(["string", "boolean"]).toContain(type);
			}
		}
	});
});

it("suggests words that are near, and none that are far", () => {
	const known = ["upload", "uploads", "shares", "sales", "edit"];
	expect(suggestion("uplod", known)).toBe("upload");
	expect(suggestion("slaes", known)).toBe("sales");
	expect(suggestion("share", known)).toBe("shares");
	expect(suggestion("frobnicate", known)).toBeNull();
});
