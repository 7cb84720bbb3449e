import { describe, expect, it } from "vitest";
import { ApiFailure } from "../../../../web/lib/server/failure.ts";
import { usageFailure } from "../failures.ts";
import { Output, outputOptions } from "./output.ts";
import { ProgressReport } from "./progress.ts";

function recorded(options: Parameters<typeof outputOptions>[0], isTerminal = false, env = {}) {
	const written = { stdout: "", stderr: "" };
	const keep = (name: keyof typeof written) => ({
		columns: 100,
		isTTY: isTerminal,
		write: (text: string | Uint8Array) => {
			written[name] += text;
		},
	});
	const streams = { stdout: keep("stdout"), stderr: keep("stderr") };
	return { written, out: new Output(outputOptions(options, env, isTerminal), streams) };
}

const REFUSED = new ApiFailure(400, {
	code: "request.invalid",
	message: "Some fields aren't right.",
	requestId: "r-1",
	fields: { price: "Valid price is required" },
});

describe("a failure", () => {
	it("prints a refusal with its message, code, request id and fields", () => {
		const { out, written } = recorded({});
		expect(out.failure(REFUSED)).toBe(2);
		expect(written).toEqual({
			stdout: "",
			stderr:
				"Error: Some fields aren't right. (request.invalid, request r-1)\n  price: Valid price is required\n",
		});
	});

	it("prints a failure as one JSON object", () => {
		const { out, written } = recorded({ json: true });
		out.failure(REFUSED);
		expect(JSON.parse(written.stdout)).toEqual({
			error: {
				code: "request.invalid",
				reason: null,
				message: "Some fields aren't right.",
				status: 400,
				requestId: "r-1",
				fields: { price: "Valid price is required" },
				details: {},
				hints: [],
				exitCode: 2,
			},
		});
		expect(written.stderr).toBe("");
	});
});

describe("what a terminal would obey", () => {
	const EVIL = "\x1b]0;x\x07\x9b2J\u202e";
	const HOSTILE = new ApiFailure(500, {
		code: `in${EVIL}ternal` as "not_found",
		message: `No${EVIL}.\nError: forged`,
		requestId: `r${EVIL}\n1`,
		fields: { [`a${EVIL}`]: `b${EVIL}` },
		details: { scope: EVIL },
	});
	const isPlain = (text: string) =>
		expect(text).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);

	it("keeps control characters out of every part of a failure", () => {
		const { out, written } = recorded({});
		out.failure(HOSTILE);
		out.failure(usageFailure("No.", [`a${EVIL}\nb`]));
		isPlain(written.stderr);
		expect(written.stderr.split("\n")).toEqual([
			"Error: No]0;x2J. Error: forged (in]0;x2Jternal, request r]0;x2J 1)",
			"  a]0;x2J: b]0;x2J",
			"Tell the request id when you ask for help.",
			"Error: No.",
			"a]0;x2J b",
			"",
		]);
	});

	it("escapes control characters in JSON without changing the value", () => {
		const { out, written } = recorded({ json: true });
		out.result({ title: EVIL }, "");
		out.progressLine({ title: EVIL });
		isPlain(written.stdout);
		isPlain(written.stderr);
		expect(JSON.parse(written.stdout)).toEqual({ title: EVIL });
		expect(JSON.parse(written.stderr)).toEqual({ title: EVIL });
	});

	it("removes control characters from a result, also from a coloured one", () => {
		const terminal = recorded({}, true);
		terminal.out.result({}, `a${EVIL}`, "31");
		expect(terminal.written.stdout).toBe("\x1b[31ma]0;x2J\x1b[0m\n");
		const file = recorded({});
		file.out.result({}, `a${EVIL}`, "31");
		expect(file.written.stdout).toBe("a]0;x2J\n");
	});

	it("removes control characters from CSV on a terminal, and keeps them in a file", () => {
		const table = `Title\r\n"${EVIL}"\r\n`;
		const file = recorded({});
		file.out.raw(table);
		expect(file.written.stdout).toBe(table);
		const terminal = recorded({}, true);
		terminal.out.raw(table);
		expect(terminal.written.stdout).toBe('Title\n"]0;x2J"\n');
	});
});

describe("colours and bars", () => {
	it.each([
		[{}, true, {}, { colour: true, progress: "bar" }],
		[{}, false, {}, { colour: false, progress: "plain" }],
		[{}, true, { NO_COLOR: "1" }, { colour: false, progress: "bar" }],
		[{ noColor: true }, true, {}, { colour: false }],
		[{}, true, { TERM: "dumb" }, { colour: false, progress: "plain" }],
		[{ json: true }, true, {}, { json: true, progress: "json" }],
		[{ json: true, progress: "none" }, true, {}, { progress: "none" }],
	] as const)("%j on a terminal: %s, %j", (options, isTerminal, env, wanted) => {
		expect(outputOptions(options, env, isTerminal)).toMatchObject(wanted);
	});
});

const PROGRESS = {
	sentBytes: 5 * 1024 * 1024,
	totalBytes: 10 * 1024 * 1024,
	filesDone: 1,
	fileCount: 3,
	bytesPerSecond: 1024 * 1024,
	secondsLeft: 5,
	waiting: null,
};

describe("progress", () => {
	it("prints progress as lines without a terminal", () => {
		const { out, written } = recorded({});
		const report = new ProgressReport(out, "Uploading");
		for (const now of [100_000, 101_000, 105_000, 110_000]) report.update(PROGRESS, now);
		expect(written.stderr).toBe(
			"Uploading 50%, 5 MB of 10 MB, 1 of 3 files, 1 MB/s, 0:05 left\n".repeat(2),
		);
	});

	it("draws progress as a bar that fits the terminal, and clears it at the end", () => {
		const { out, written } = recorded({ noColor: true }, true);
		const report = new ProgressReport(out, "Uploading");
		report.update(PROGRESS, 100_000);
		expect(written.stderr).toContain("[████████████░░░░░░░░░░░░] Uploading 50%");
		report.end(PROGRESS);
		expect(written.stderr.endsWith("\r\x1b[K")).toBe(true);
		for (const line of written.stderr.split("\r\x1b[K")) expect(line.length).toBeLessThan(100);
	});

	it("prints progress as JSON, or not at all with none", () => {
		const json = recorded({ json: true });
		new ProgressReport(json.out, "Uploading").update(PROGRESS, 100_000);
		expect(JSON.parse(json.written.stderr)).toEqual({ event: "progress", ...PROGRESS });
		const none = recorded({ progress: "none" });
		new ProgressReport(none.out, "Uploading").end(PROGRESS);
		expect(none.written.stderr).toBe("");
	});
});
