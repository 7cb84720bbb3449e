import { stripVTControlCharacters } from "node:util";

/** A step without tests counts as one check. */
export type Score = {
	passed: number;
	failed: number;
	skipped?: string;
	failures?: readonly string[];
};

const MAX_LINES = 40;

const failureOf = (name: string, messages: readonly string[]) =>
	[name, ...stripVTControlCharacters(messages.join("\n")).split("\n").slice(0, MAX_LINES)].join(
		"\n    ",
	);

type VitestReport = {
	numPassedTests: number;
	numFailedTests: number;
	testResults: readonly {
		name: string;
		/** set if the file as a whole failed */
		message: string;
		assertionResults: readonly {
			status: string;
			fullName: string;
			failureMessages: readonly string[] | null;
		}[];
	}[];
};

export function vitestScore(report: string): Score {
	const { numPassedTests, numFailedTests, testResults }: VitestReport = JSON.parse(report);
	return {
		passed: numPassedTests,
		failed: numFailedTests,
		failures: testResults.flatMap(({ name, message, assertionResults }) => [
			...(message ? [failureOf(name, [message])] : []),
			...assertionResults
				.filter(({ status }) => status === "failed")
				.map(({ fullName, failureMessages }) =>
					failureOf(`${name} › ${fullName}`, failureMessages ?? []),
				),
		]),
	};
}

type PlaywrightSuite = {
	suites?: readonly PlaywrightSuite[];
	specs: readonly {
		title: string;
		ok: boolean;
		file: string;
		line: number;
		tests: readonly { results: readonly { errors: readonly PlaywrightError[] }[] }[];
	}[];
};
type PlaywrightError = { message?: string; location?: { file: string; line: number } };
type PlaywrightReport = {
	stats: { expected: number; unexpected: number; flaky: number };
	suites: readonly PlaywrightSuite[];
	/** outside of tests, such as a failed teardown */
	errors: readonly PlaywrightError[];
};

const sentence = ({ message = "", location }: PlaywrightError) =>
	location ? `at ${location.file}:${location.line}\n${message}` : message;

export function playwrightScore(report: string): Score {
	const { stats, suites, errors }: PlaywrightReport = JSON.parse(report);
	const failuresIn = (suite: PlaywrightSuite): string[] => [
		...(suite.suites ?? []).flatMap(failuresIn),
		...suite.specs
			.filter(({ ok }) => !ok)
			.map(({ title, file, line, tests }) =>
				failureOf(
					`${file}:${line} › ${title}`,
					tests.flatMap(({ results }) => results.flatMap((result) => result.errors.map(sentence))),
				),
			),
	];
	return {
		passed: stats.expected,
		failed: stats.unexpected + stats.flaky,
		failures: [
			...suites.flatMap(failuresIn),
			...errors.map((error) => failureOf("outside of a test", [sentence(error)])),
		],
	};
}

export function tapScore(report: string): Score {
	const count = (word: string) =>
		Number(new RegExp(`^# ${word} (\\d+)`, "m").exec(report)?.[1] ?? 0);
	return { passed: count("pass"), failed: count("fail") + count("cancelled") };
}
