import { describe, expect, it } from "vitest";
import { COMMANDS } from "../commands/index.ts";
import type { Session } from "../session.ts";
import { choice, command, flag, option, repeatable } from "./command.ts";
import { parse } from "./parse.ts";
import { amount } from "./values.ts";

const got: unknown[] = [];
const sample = command(
	"sample <SHARE>",
	"do something",
	{
		options: {
			newTitle: option("TEXT", "a text"),
			kind: choice(["each", "link"], "a choice"),
			tag: repeatable("TAG", "several"),
			price: option("AMOUNT", "an amount", amount),
			yes: flag("a switch", "-y"),
			noFee: flag("a negation"),
		},
	},
	async (_, options, share) => void got.push({ options, share }),
);
const session = {} as Session; // passed through, never read
const given = async (...args: string[]) => {
	await parse([sample], ["sample", ...args]).run(session);
	return got.pop();
};
const messageOf = (args: readonly string[], commands = COMMANDS): string => {
	try {
		parse(commands, args);
	} catch (error) {
		const { message, hints, exitCode } = error as Record<string, string> & { hints: string[] };
		return [exitCode, message, ...hints].join(" ");
	}
	throw new Error("It did not fail.");
};

describe("parsing", () => {
	it("reads options anywhere, and operands", async () => {
		const args = ["--new-title", "North", "s1", "-y", "--tag=a", "--tag", "b", "--no-fee"];
		expect(await given(...args)).toEqual({
			options: { newTitle: "North", yes: true, tag: ["a", "b"], noFee: true },
			share: "s1",
		});
		expect(await given("--", "--yes")).toEqual({ options: {}, share: "--yes" });
		expect(await given("s1", "--new-title=--x")).toMatchObject({ options: { newTitle: "--x" } });
	});

	it.each([
		[["s1", "--new-titel", "x"], "2 Unknown option '--new-titel'. Did you mean --new-title?"],
		[["s1", "--whatever"], "Unknown option '--whatever'. See `tillbox help sample`."],
		[["s1", "-x"], "Unknown option '-x'."],
		[["s1", "--new-title"], "Option '--new-title <TEXT>' argument missing."],
		[["s1", "--new-title", "--yes"], "--new-title needs a value: --new-title TEXT."],
		[["s1", "--kind", "eech"], "--kind can't be “eech”. It can be each, link."],
		[["s1", "--price", "x"], "--price must be an amount such as 9.99, not “x”."],
		[["s1", "--new-title", "a", "--new-title", "b"], "--new-title was given twice."],
		[[], "Missing required argument 'SHARE'. See `tillbox help sample`."],
		[["s1", "s2"], "Too many arguments for 'sample'. Expected 1 argument but got 2: s1, s2."],
	])("refuses %j and says why", (args, message) => {
		expect(messageOf(["sample", ...args], [sample])).toContain(message);
	});

	it("takes global options before and after a command", () => {
		const server = ["--server", "https://a.example"];
		for (const args of [
			[...server, "--json", "codes", "create", "X", "--percent", "5"],
			["codes", "create", "X", "--percent", "5", "--json", ...server],
		])
			expect(parse(COMMANDS, args)).toMatchObject({
				globals: { server: "https://a.example", json: true },
				help: null,
			});
	});

	it.each([
		[["uplaod"], "2 Unknown command 'uplaod'. Did you mean upload?"],
		[["xyzzy"], "Unknown command 'xyzzy'. See `tillbox help`."],
		[
			["codes", "craete", "X", "--percent", "5"],
			"There is no command `codes craete`. `tillbox codes` has: create, edit, on, off, delete.",
		],
		[["webhooks", "lisn"], "There is no command `webhooks lisn`."],
		[["webhooks"], "`tillbox webhooks` needs one of: list, create, on, off, delete, test, listen."],
	])("refuses the command %j and names the known ones", (args, message) => {
		expect(messageOf(args)).toContain(message);
	});

	it("explains the program and each command", () => {
		for (const args of [[], ["help"], ["--help"], ["--json"]])
			expect(parse(COMMANDS, args).help).toMatch(
				/Usage: tillbox COMMAND[\s\S]*codes[\s\S]*Exit codes:/,
			);
		for (const { usage, about } of COMMANDS) {
			const words = usage.replace(/ [<[].*/, "").split(" ");
			const { help } = parse(COMMANDS, ["help", ...words]);
			expect(help).toContain(`Usage: tillbox ${words.join(" ")}`);
			expect(help).toContain("--server <URL>");
			expect(help?.toLowerCase()).toContain(about.slice(0, 30).toLowerCase());
			expect(help).toBe(parse(COMMANDS, [...words, "-h"]).help);
		}
	});

	it("parses every example as a line of its command", () => {
		for (const { usage, about, options, examples } of COMMANDS) {
			expect(about, usage).toMatch(/^[a-z].*[^.]$/);
			for (const { about: text } of Object.values(options)) expect(text, usage).not.toBe("");
			for (const line of examples) {
				const plain = line.replace(/ ([<>|]|#).*$/, "").replace(/^eval "\$\((.*)\)"$/, "$1");
				const words = [...plain.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
					([, a, b, c]) => a ?? b ?? c ?? "",
				);
				expect(
					line.startsWith(`tillbox ${usage.replace(/ [<[].*/, "")}`) || /^eval/.test(line),
				).toBe(true);
				expect(() => parse(COMMANDS, words.slice(1)), line).not.toThrow();
			}
		}
	});
});
