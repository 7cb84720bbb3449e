import { describe, expect, it } from "vitest";
import { playwrightScore, tapScore, vitestScore } from "./test-reports.ts";

describe("failures are read from", () => {
	it("reads Vitest's failed tests and files", () => {
		const assertion = (status: string, failureMessages: string[]) => ({
			status,
			fullName: `a test that ${status}`,
			failureMessages,
		});
		const report = {
			numPassedTests: 1,
			numFailedTests: 1,
			testResults: [
				{
					name: "a.test.ts",
					message: "",
					assertionResults: [
						assertion("passed", []),
						assertion("failed", ["\x1b[31mwrong\x1b[39m"]),
					],
				},
				{ name: "b.test.ts", message: "cannot be read", assertionResults: [] },
			],
		};
		expect(vitestScore(JSON.stringify(report))).toEqual({
			passed: 1,
			failed: 1,
			failures: ["a.test.ts › a test that failed\n    wrong", "b.test.ts\n    cannot be read"],
		});
	});

	it("reads Playwright's failures, including those outside of tests", () => {
		const error = { message: "not there", location: { file: "/a.spec.ts", line: 9 } };
		const spec = { title: "opens", ok: false, file: "a.spec.ts", line: 3 };
		const report = {
			stats: { expected: 2, unexpected: 1, flaky: 0 },
			suites: [
				{
					specs: [{ ...spec, ok: true, tests: [] }],
					suites: [{ specs: [{ ...spec, tests: [{ results: [{ errors: [error] }] }] }] }],
				},
			],
			errors: [{ message: "no folder" }],
		};
		expect(playwrightScore(JSON.stringify(report))).toEqual({
			passed: 2,
			failed: 1,
			failures: [
				"a.spec.ts:3 › opens\n    at /a.spec.ts:9\n    not there",
				"outside of a test\n    no folder",
			],
		});
	});

	it("reads the counts of Node's test runner", () => {
		expect(tapScore("# pass 7\n# fail 1\n# cancelled 2\n")).toEqual({ passed: 7, failed: 3 });
	});
});
