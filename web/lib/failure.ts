import type { ErrorBody, ErrorCode } from "../../worker/contract/errors.ts";

/** `network` stands for a call that got no answer at all; its status is 0. */
export type FailureCode = ErrorCode | "network" | "unknown";

/** What a person is told when the answer is not one of ours: a proxy's page, a body that was cut off. */
const UNREADABLE = "The server could not answer. Please try again in a moment.";

/** What every failed call throws. Its message is `{status}: {message}`; narrow by `code`. */
export class ApiFailure extends Error {
	override readonly name = "ApiFailure";
	readonly status: number;
	readonly code: FailureCode;
	/** the server's sentence for a person, without the status */
	readonly text: string;
	/** what a schema refused, by the field's dotted path */
	readonly fields: Readonly<Record<string, string>>;
	readonly details: Readonly<Record<string, unknown>>;
	readonly requestId: string | null;

	/** `raw` is what the answer said where `body` is only our own word for it: for the console, not for people. */
	constructor(status: number, body: Partial<ErrorBody> & { message: string }, raw?: string) {
		super(`${status}: ${raw ?? body.message}`);
		this.status = status;
		this.code = body.code ?? (status === 0 ? "network" : "unknown");
		this.text = body.message;
		this.fields = body.fields ?? {};
		this.details = body.details ?? {};
		this.requestId = body.requestId ?? null;
	}
}

/**
 * The failure an answer stands for, by its JSON body. Where there is none, its `message` has the body's
 * text, else the status text, and its `text` a sentence of ours: such bodies are not for people.
 */
export async function failureOf(response: Response): Promise<ApiFailure> {
	const text = await response.text().catch(() => "");
	const body = parsed(text);
	if (body) return new ApiFailure(response.status, body);
	const raw = text.trim() || response.statusText || "Unknown error";
	return new ApiFailure(response.status, { message: UNREADABLE }, raw);
}

/**
 * True for failures that another try may change: no connection, too many calls, a busy server, or an
 * answer that could not be read.
 */
export function isTransient(failure: unknown): boolean {
	if (!(failure instanceof ApiFailure)) return true;
	const { status } = failure;
	return status === 0 || status === 408 || status === 429 || status >= 500;
}

function parsed(text: string): ErrorBody | null {
	try {
		const body: unknown = JSON.parse(text);
		const isBody = typeof body === "object" && body !== null && "message" in body && "code" in body;
		// The server's one error handler writes this shape.
		return isBody ? (body as ErrorBody) : null;
	} catch {
		return null;
	}
}
