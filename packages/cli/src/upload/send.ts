import { ApiFailure } from "../../../../web/lib/server/failure.ts";
import { systemClock } from "../../../../web/upload-engine/clock.ts";
import { UnreadableFile } from "../../../../web/upload-engine/transport/failures.ts";
import { Uploader } from "../../../../web/upload-engine/uploader.ts";
import type { Snapshot } from "../../../../web/upload-engine/uploader-types.ts";
import type { CreatedShare } from "../../../../worker/catalogue/shares/contract/shares.ts";
import type { UploadFile } from "../../../../worker/files/uploads/contract.ts";
import type { Api } from "../api/api.ts";
import { anyNetwork, httpTransport } from "../api/transport.ts";
import { CliFailure, describe, EXIT } from "../failures.ts";
import { type Progress, ProgressReport } from "../output/progress.ts";
import type { Session } from "../session.ts";
import { checksum, FileSlice } from "./file-slice.ts";
import type { LocalFile } from "./gather.ts";
import { sendListings } from "./listings.ts";
import { forgetUpload } from "./saved-uploads.ts";

/** In ms without progress, after which an upload stops, to be resumed later. */
const GIVE_UP_MS = 10 * 60 * 1000;

export type SendInput = {
	id: string;
	partSize: number;
	files: readonly (UploadFile & { received: readonly number[] })[];
	/** by the id of the upload's file; those without missing parts need none */
	sources: ReadonlyMap<string, LocalFile>;
};

/** Sends missing parts and publishes. Failures say how to continue. */
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
	// In CI, nobody would end a stuck upload.
	let isStuck = false;
	let moved = { bytes: -1, at: Date.now() };
	const watch = setInterval(() => {
		const { sentBytes, status, isRetrying } = uploader.snapshot;
		if (sentBytes !== moved.bytes || (status === "finishing" && !isRetrying))
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

/** Refusals with other statuses are final, except for the codes. */
const PASSING_STATUSES = [401, 403, 408, 425, 429];
const PASSING_CODES = ["upload.crc_mismatch", "upload.incomplete"];
/** Nothing to discard: published, discarded or expired. */
const ENDED_CODES = ["upload.not_open", "upload.not_found"];

/** Returns false if the same files would be refused again, or nothing is left to resume. */
const isResumable = (error: unknown): boolean =>
	!(error instanceof ApiFailure) ||
	error.status < 400 ||
	error.status >= 500 ||
	PASSING_STATUSES.includes(error.status) ||
	PASSING_CODES.includes(error.code);

function howToGoOn(id: string, error: unknown): string[] {
	if (error instanceof UnreadableFile)
		return [
			`Once the file is there as it was, resume with: tillbox uploads resume ${id}`,
			`Without it: tillbox uploads discard ${id}, and upload again.`,
		];
	if (isResumable(error))
		return [
			`What was sent is kept. Resume with: tillbox uploads resume ${id}`,
			`On another machine: tillbox uploads resume ${id} PATH…`,
		];
	if (error instanceof ApiFailure && ENDED_CODES.includes(error.code))
		return ["It can't be resumed. If `tillbox shares` does not list it, upload again."];
	return [
		`It can't be resumed with these files. Discard it, and upload again: tillbox uploads discard ${id}`,
	];
}

function stopped(
	id: string,
	{ status, failure, fileErrors, sentBytes, totalBytes }: Snapshot,
	{ files, isStuck }: { files: readonly UploadFile[]; isStuck: boolean },
): CliFailure {
	const problems = [...fileErrors.values(), ...(failure === null ? [] : [failure])];
	// Undefined if the upload was interrupted.
	const worst = problems.find((one) => !isResumable(one)) ?? problems[0];
	const details = {
		uploadId: id,
		sentBytes,
		totalBytes,
		...(isResumable(worst) && { resume: `tillbox uploads resume ${id}` }),
	};
	const hints = howToGoOn(id, worst);
	const more = { details, hints };
	if (isStuck)
		return new CliFailure("network", EXIT.network, "Nothing could be sent for ten minutes.", more);
	if (status === "paused")
		return new CliFailure("interrupted", EXIT.interrupted, "The upload was interrupted.", more);
	const isFile = status === "attention";
	const description = describe(isFile ? worst : failure);
	const { code, exitCode, message, reason, requestId } = description;
	const all = { reason, details: { ...details, ...(requestId && { requestId }) } };
	if (!isFile)
		return new CliFailure(code, exitCode, message, {
			...all,
			hints: [...description.hints, ...hints],
		});
	const [first = 0] = [...fileErrors].find(([, error]) => error === worst) ?? [];
	const name = files[first]?.name ?? "A file";
	const others = fileErrors.size > 1 ? ` (and ${fileErrors.size - 1} more)` : "";
	const isLocal = worst instanceof UnreadableFile;
	return new CliFailure(
		isLocal ? "file.unreadable" : code,
		isLocal ? EXIT.file : exitCode,
		`${name} can't be sent${others}: ${message}`,
		{ ...all, hints },
	);
}
