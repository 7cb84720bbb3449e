import { formatSize } from "../../../../worker/files/contract/files.ts";
import type { Output } from "./output.ts";
import { duration } from "./text.ts";

/** Sizes in bytes. */
export type Progress = {
	sentBytes: number;
	totalBytes: number;
	filesDone: number;
	fileCount: number;
	bytesPerSecond: number | null;
	secondsLeft: number | null;
	waiting: string | null;
};

const EVERY_MS = { bar: 100, plain: 10_000, json: 500 } as const;
const BAR_WIDTH = 24;

/** Reports on stderr: a bar, plain lines, or lines of JSON. */
export class ProgressReport {
	readonly #out: Output;
	readonly #verb: string;
	#last = 0;
	#isShown = false;

	/** `verb` begins each line: "Uploading". */
	constructor(out: Output, verb: string) {
		this.#out = out;
		this.#verb = verb;
	}

	update(progress: Progress, now = Date.now()): void {
		const kind = this.#out.options.progress;
		if (kind === "none" || now - this.#last < EVERY_MS[kind]) return;
		this.#last = now;
		this.#show(progress);
	}

	end(progress: Progress): void {
		if (this.#out.options.progress !== "none") this.#show(progress);
		if (this.#isShown) this.#out.stderr.write("\r\x1b[K");
	}

	#show(progress: Progress): void {
		const { progress: kind } = this.#out.options;
		if (kind === "json") this.#out.progressLine({ event: "progress", ...progress });
		else if (kind === "plain") this.#out.stderr.write(`${this.#line(progress)}\n`);
		else {
			const width = (this.#out.stderr.columns ?? 80) - 1;
			const bar = barOf(progress);
			const text = `${bar} ${this.#line(progress)}`.slice(0, width);
			this.#out.stderr.write(
				`\r\x1b[K${this.#out.paint(text.slice(0, bar.length), "36")}${text.slice(bar.length)}`,
			);
			this.#isShown = true;
		}
	}

	#line(progress: Progress): string {
		const { sentBytes, totalBytes, filesDone, fileCount, bytesPerSecond, secondsLeft } = progress;
		return [
			`${this.#verb} ${percent(progress)}%`,
			`${formatSize(sentBytes)} of ${formatSize(totalBytes)}`,
			fileCount > 1 && `${filesDone} of ${fileCount} files`,
			bytesPerSecond !== null && `${formatSize(Math.round(bytesPerSecond))}/s`,
			secondsLeft !== null && `${duration(secondsLeft)} left`,
			progress.waiting,
		]
			.filter(Boolean)
			.join(", ");
	}
}

const shareOf = ({ sentBytes, totalBytes }: Progress) =>
	totalBytes === 0 ? 1 : Math.min(1, sentBytes / totalBytes);

/** 100 only when everything is there. */
const percent = (progress: Progress) => Math.floor(shareOf(progress) * 100);

function barOf(progress: Progress): string {
	const full = Math.floor(shareOf(progress) * BAR_WIDTH);
	return `[${"█".repeat(full)}${"░".repeat(BAR_WIDTH - full)}]`;
}
