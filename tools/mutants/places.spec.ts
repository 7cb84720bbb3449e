import { describe, expect, it } from "vitest";
import { mutantsOf, withSwitches } from "./places.ts";

const changed = (code: string) =>
	mutantsOf(code).map(
		({ start, end, replacement, isStatement }) =>
			code.slice(0, start) + (isStatement ? ";" : replacement) + code.slice(end),
	);

describe("mutants", () => {
	it.each([
		["f(a < b)", ["f((a) <= (b))"]],
		["f(a === b && c)", ["f((a === b) || (c))", "f((a) !== (b) && c)"]],
		["f(-a + b)", ["f((-a) - (b))", "f(a + b)"]],
		['f("a" + b)', []],
		["f(7)", ["f((7 + 1))"]],
		["f(a ? b : c)", ["f(b)", "f(c)"]],
		["f(!a)", ["f(a)"]],
		["f([a, b])", ["f([ b])", "f([a])"]],
		["f(and(a, b))", ["f(and( b))", "f(and(a))"]],
		["f(Math.min(a, b))", ["f(Math.max(a, b))"]],
		["f(a.filter(b))", ["f(a)"]],
		["f(a.toString(b))", []],
		["f(a?.filter(b).length)", []],
		// biome-ignore lint/suspicious/noTemplateCurlyInString: a module's text
		["f(`${a}:${b}`)", ["f(`:${b}`)", "f(`${a}:`)"]],
		[
			// biome-ignore lint/suspicious/noTemplateCurlyInString: a module's text
			"f(sql`update t set a = 1 where (b = ${c} and d is null) or e`)",
			[
				// biome-ignore lint/suspicious/noTemplateCurlyInString: a module's text
				"f(sql`update t set a = 1 where (b <> ${c} and d is null) or e`)",
				// biome-ignore lint/suspicious/noTemplateCurlyInString: a module's text
				"f(sql`update t set a = 1 where (b = ${c} and d is not null) or e`)",
				// biome-ignore lint/suspicious/noTemplateCurlyInString: a module's text
				"f(sql`update t set a = 1 where (b = ${c} and d is null) and e`)",
				"f(sql`update t set a = 1 where true or e`)",
				// biome-ignore lint/suspicious/noTemplateCurlyInString: a module's text
				"f(sql`update t set a = 1 where (b = ${c} ) or e`)",
			],
		],
		["import type { a } from 'b'; type C = 1 | true;", []],
		['log("info", "a", { b: 1 })', []],
	])("of %s are single small changes", (code, expected) => {
		expect(changed(code).filter((text) => text !== ";")).toEqual(expected);
	});

	it("take each branch of a condition, and leave out statements", () => {
		expect(changed("if (a) b();")).toEqual(["if (true) b();", "if (false) b();", "if (a) ;"]);
	});

	it("know if they run when the module is loaded or when a function is called", () => {
		const code = "const a = 1; const f = () => 2;";
		expect(mutantsOf(code).map(({ isStatic }) => isStatic)).toEqual([true, false]);
	});
});

describe("switches", () => {
	const code =
		"const out = []; if (a > 2) out.push(a); else if (b > 1) out.push(b); return a < 3 && !(b > 1) ? [a, b].length + out.length : out[0];";
	const mutants = mutantsOf(code);
	const run = (text: string, on: number, a: number, b: number) =>
		new Function("globalThis", "a", "b", text)({ __mutant: (one: number) => one === on }, a, b);

	it("change nothing while they are off, and are the mutant alone when one is on", () => {
		expect(mutants.length).toBeGreaterThan(15);
		const switched = withSwitches(code, mutants, 100);
		for (const [at, text] of [code, ...changed(code)].entries())
			for (const a of [0, 2, 3, 4])
				for (const b of [0, 1, 2])
					expect(run(switched, 99 + at, a, b), text).toBe(run(text, -1, a, b));
	});
});
