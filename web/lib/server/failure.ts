import type { ErrorBody, ErrorCode, ErrorReason } from "../../../worker/contract/errors.ts";

/** `network` is the code of a call without any response; its status is 0. */
export type FailureCode = ErrorCode | "network" | "unknown";

/**
 * The English messages of the codes that no server sends: `network` without a response, `unknown` for
 * one that is not ours, such as a proxy's page or a truncated body.
 */
export const CLIENT_ERRORS = {
	network: "We can't reach the server. Please check your connection and try again.",
	unknown: "The server could not answer. Please try again in a moment.",
} as const;

/** Thrown by every failed call. Its message is `{status}: {message}`; distinguish errors by `code`. */
export class ApiFailure extends Error {
	override readonly name = "ApiFailure";
	readonly status: number;
	readonly code: FailureCode;
	readonly reason: ErrorReason | undefined;
	/** the server's sentence for a person, without the status */
	readonly text: string;
	/** what a schema refused, by the field's dotted path */
	readonly fields: Readonly<Record<string, string>>;
	readonly details: Readonly<Record<string, unknown>>;
	readonly requestId: string | null;
	/** the wait that the server asked for, if any */
	readonly retryAfterMs: number | null;

	/**
	 * `raw` is the response's text when `body` is our replacement for it: for the console, not for people.
	 */
	constructor(
		status: number,
		body: Partial<ErrorBody> & { message: string },
		raw?: string,
		retryAfterMs: number | null = null,
	) {
		super(`${status}: ${raw ?? body.message}`);
		this.status = status;
		this.code = body.code ?? (status === 0 ? "network" : "unknown");
		this.reason = body.reason;
		this.text = body.message;
		this.fields = body.fields ?? {};
		this.details = body.details ?? {};
		this.requestId = body.requestId ?? null;
		this.retryAfterMs = retryAfterMs;
	}
}

/**
 * Returns the failure for a response, by its JSON body. Where there is none, its `message` has the body's
 * text, else the status text, and its `text` a sentence of ours: such bodies are not for people.
 */
export async function failureOf(response: Response): Promise<ApiFailure> {
	const text = await response.text().catch(() => "");
	const body = errorBodyIn(text);
	const wait = Number(response.headers.get("Retry-After")) * 1000 || null;
	if (body) return new ApiFailure(response.status, body, undefined, wait);
	const raw = text.trim() || response.statusText || "Unknown error";
	return new ApiFailure(response.status, { message: CLIENT_ERRORS.unknown }, raw, wait);
}

/**
 * Returns true for failures that a retry may fix: no connection, too many calls, a busy server, or an
 * unreadable response.
 */
export function isTransient(failure: unknown): boolean {
	if (!(failure instanceof ApiFailure)) return true;
	const { status } = failure;
	return status === 0 || status === 408 || status === 429 || status >= 500;
}

/** Returns the error of our server in the text of a response; null for one of an intermediary, such as a proxy. */
export function errorBodyIn(text: string): ErrorBody | null {
	try {
		const body: unknown = JSON.parse(text);
		return isErrorBody(body) ? body : null;
	} catch {
		return null;
	}
}

/** The server's only error handler writes this shape; what else it holds is right if these are. */
function isErrorBody(body: unknown): body is ErrorBody {
	if (typeof body !== "object" || body === null) return false;
	return (
		"message" in body &&
		typeof body.message === "string" &&
		"code" in body &&
		typeof body.code === "string"
	);
}
