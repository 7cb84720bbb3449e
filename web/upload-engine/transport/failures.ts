import { switchOf } from "../../../worker/contract/switches.ts";
import { ApiFailure, CLIENT_ERRORS, errorBodyIn } from "../../lib/server/failure.ts";

export class TransferFailure extends ApiFailure {
	constructor(
		status: number,
		body: ConstructorParameters<typeof ApiFailure>[1],
		retryAfterMs: number | null = null,
	) {
		super(status, body, undefined, retryAfterMs);
	}
}

/** Moved, deleted, changed on disk, or no longer permitted. */
export class UnreadableFile extends Error {
	override readonly name = "UnreadableFile";
}

export type FailureScope =
	/** transient: wait and send the part again, for as long as it takes */
	| "passing"
	/** the token was refused: fetch a fresh one */
	| "token"
	/** the bytes were damaged in transit: send the part again, a few times */
	| "damaged"
	/** this file can't be sent; others can */
	| "file"
	/** nothing can be sent: signed out, abandoned, finished elsewhere */
	| "upload";

const PASSING_STATUSES = new Set([0, 408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524]);
const FILE_CODES = new Set([
	"upload.part_differs",
	"upload.size_mismatch",
	"file.type_not_accepted",
	"file.too_large",
	"file.not_found",
]);

export function classifyFailure(error: unknown): FailureScope {
	if (error instanceof UnreadableFile) return "file";
	if (!(error instanceof ApiFailure)) return "upload";
	if (error.code === "upload.bad_token") return "token";
	if (error.code === "upload.crc_mismatch") return "damaged";
	if (FILE_CODES.has(error.code)) return "file";
	return PASSING_STATUSES.has(error.status) ? "passing" : "upload";
}

/** True while the operator has paused uploads. */
export function isPause(error: unknown): boolean {
	return error instanceof ApiFailure && switchOf(error.code) !== undefined;
}

/** Parses seconds or an HTTP date into ms; null if missing or invalid. */
export function retryAfterMs(header: string | null, now: number): number | null {
	if (header === null || header.trim() === "") return null;
	if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
	const at = Date.parse(header);
	return Number.isNaN(at) ? null : Math.max(0, at - now);
}

export function unreachable(): TransferFailure {
	return new TransferFailure(0, { message: CLIENT_ERRORS.network });
}

export function failed(status: number, text: string, retryAfter: string | null): TransferFailure {
	const wait = retryAfterMs(retryAfter, Date.now());
	return new TransferFailure(status, errorBodyIn(text) ?? { message: CLIENT_ERRORS.unknown }, wait);
}
