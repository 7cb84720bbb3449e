import type { ErrorBody, ErrorCode, ErrorReason } from "../../../worker/contract/errors.ts";

export type FailureCode = ErrorCode | "network" | "unknown";

/** For codes that no server sends: `unknown` is a response that isn't ours, such as a proxy's page. */
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
	readonly text: string;
	/** a schema's messages, by the field's dotted path */
	readonly fields: Readonly<Record<string, string>>;
	readonly details: Readonly<Record<string, unknown>>;
	readonly requestId: string | null;
	readonly retryAfterMs: number | null;

	/** `raw` is the original text if `body` replaces it: for the console, not for people. */
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

/** Without a JSON body, `message` has the body's text and `text` a message of ours. */
export async function failureOf(response: Response): Promise<ApiFailure> {
	const text = await response.text().catch(() => "");
	const body = errorBodyIn(text);
	const wait = Number(response.headers.get("Retry-After")) * 1000 || null;
	if (body) return new ApiFailure(response.status, body, undefined, wait);
	const raw = text.trim() || response.statusText || "Unknown error";
	return new ApiFailure(response.status, { message: CLIENT_ERRORS.unknown }, raw, wait);
}

/** True for failures that a retry may fix. */
export function isTransient(failure: unknown): boolean {
	if (!(failure instanceof ApiFailure)) return true;
	const { status } = failure;
	return status === 0 || status === 408 || status === 429 || status >= 500;
}

export function errorBodyIn(text: string): ErrorBody | null {
	try {
		const body: unknown = JSON.parse(text);
		return isErrorBody(body) ? body : null;
	} catch {
		return null;
	}
}

/** The server's only error handler writes this shape; checking these fields suffices. */
function isErrorBody(body: unknown): body is ErrorBody {
	if (typeof body !== "object" || body === null) return false;
	return (
		"message" in body &&
		typeof body.message === "string" &&
		"code" in body &&
		typeof body.code === "string"
	);
}
