import { systemClock } from "../../../../web/upload-engine/clock.ts";
import { UnreadableFile } from "../../../../web/upload-engine/transport/failures.ts";
import { Uploader } from "../../../../web/upload-engine/uploader.ts";
import type { Snapshot } from "../../../../web/upload-engine/uploader-types.ts";
import type { CreatedShare } from "../../../../worker/contract/catalogue/shares.ts";
import type { UploadFile } from "../../../../worker/contract/files/uploads.ts";
import type { Api } from "../api/api.ts";
import { anyNetwork, httpTransport } from "../api/transport.ts";
import { CliFailure, describe, EXIT } from "../failures.ts";
import { type Progress, ProgressReport } from "../output/progress.ts";
import type { Session } from "../session.ts";
import { checksum, FileSlice } from "./file-slice.ts";
import type { LocalFile } from "./gather.ts";
import { sendListings } from "./listings.ts";
import { forgetUpload } from "./saved-uploads.ts";

/** After so long without a byte that arrives an upload is given up, to be resumed later. ms */
const GIVE_UP_MS = 10 * 60 * 1000;

export type SendInput = {
	id: string;
	/** bytes */
	partSize: number;
	files: readonly (UploadFile & { received: readonly number[] })[];
	/** by the id of the upload's file; those without missing parts need none */
	sources: ReadonlyMap<string, LocalFile>;
};

/** Sends what an upload lacks and publishes it. Throws what stops it, with how to go on. */
export async function sendUpload(
	{ out, signal }: Session,
	api: Api,
	{ id, partSize, files, sources }: SendInput,
): Promise<CreatedShare> {
	signal.throwIfAborted();
	const items = files.map((file) => {
		const source = sources.get(file.id);
		return { ...file, source: source ? new FileSlice(source) : null };
	});
	const uploader = new Uploader<FileSlice>({
		uploadId: id,
		partSize,
		items,
		checksum,
		transport: httpTransport(api.http),
		clock: systemClock,
		network: anyNetwork,
		beforePublish: (until) => sendListings(api, { id, files, sources }, until),
	});
	const report = new ProgressReport(out, "Uploading");
	const ended = new Promise<Snapshot>((resolve) => {
		uploader.subscribe(() => {
			const { snapshot } = uploader;
			if (isOver(snapshot)) resolve(snapshot);
			else report.update(progressOf(snapshot));
		});
	});
	const interrupt = () => uploader.pause();
	// Where nobody watches, an upload that can't go on must end at some time.
	let isStuck = false;
	let moved = { bytes: -1, at: Date.now() };
	const watch = setInterval(() => {
		const { sentBytes, status } = uploader.snapshot;
		if (sentBytes !== moved.bytes || status === "finishing")
			moved = { bytes: sentBytes, at: Date.now() };
		isStuck = Date.now() - moved.at > GIVE_UP_MS;
		if (isStuck) uploader.pause();
	}, 1_000);
	signal.addEventListener("abort", interrupt, { once: true });
	uploader.resume();
	const snapshot = await ended;
	signal.removeEventListener("abort", interrupt);
	clearInterval(watch);
	report.end(progressOf(snapshot));
	if (snapshot.share) {
		await forgetUpload(id);
		return snapshot.share;
	}
	throw stopped(id, snapshot, { files, isStuck });
}

const isOver = ({ status }: Snapshot): boolean =>
	["published", "attention", "stopped", "paused"].includes(status);

function progressOf(snapshot: Snapshot): Progress {
	const { sentBytes, totalBytes, filesDone, fileCount, bytesPerSecond, secondsLeft } = snapshot;
	const waiting = snapshot.isPausedByServer
		? "uploads are paused by the server, waiting"
		: snapshot.isRetrying
			? "waiting for the server"
			: snapshot.status === "finishing"
				? "publishing"
				: null;
	return { sentBytes, totalBytes, filesDone, fileCount, bytesPerSecond, secondsLeft, waiting };
}

/** How an upload that did not end is resumed, here and elsewhere. */
const howToResume = (id: string): string[] => [
	`What was sent is kept. Resume with: tillbox uploads resume ${id}`,
	`On another machine: tillbox uploads resume ${id} PATH…`,
];

/** The failure of an upload that was stopped: by Ctrl-C, an error, or files that can't be sent. */
function stopped(
	id: string,
	{ status, failure, fileErrors, sentBytes, totalBytes }: Snapshot,
	{ files, isStuck }: { files: readonly UploadFile[]; isStuck: boolean },
): CliFailure {
	const details = { uploadId: id, sentBytes, totalBytes, resume: `tillbox uploads resume ${id}` };
	if (isStuck)
		return new CliFailure("network", EXIT.network, "Nothing could be sent for ten minutes.", {
			details,
			hints: howToResume(id),
		});
	if (status === "paused")
		return new CliFailure("interrupted", EXIT.interrupted, "The upload was interrupted.", {
			details,
			hints: howToResume(id),
		});
	if (status === "attention") {
		const [[first, error] = [0, null]] = fileErrors;
		const { message, code, exitCode } = describe(error);
		const name = files[first]?.name ?? "A file";
		const others = fileErrors.size > 1 ? ` (and ${fileErrors.size - 1} more)` : "";
		const isLocal = error instanceof UnreadableFile;
		return new CliFailure(
			isLocal ? "file.unreadable" : code,
			isLocal ? EXIT.file : exitCode,
			`${name} can't be sent${others}: ${message}`,
			{ details, hints: [...howToResume(id), `Give it up: tillbox uploads discard ${id}`] },
		);
	}
	const { message, code, exitCode, hints, requestId } = describe(failure);
	return new CliFailure(code, exitCode, message, {
		details: { ...details, ...(requestId && { requestId }) },
		hints: [...hints, ...howToResume(id)],
	});
}
