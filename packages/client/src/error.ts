import type { Problem } from "./calls.ts";
import type { ErrorCode } from "./types.ts";

type ErrorBody = {
	code: string;
	message: string;
	requestId?: string;
	reason?: string;
	fields?: Record<string, string>;
	details?: Record<string, unknown>;
};

/** Thrown by every call that fails. Distinguish errors by `code`. */
export class TillboxError extends Error {
	override readonly name = "TillboxError";
	/** of the response; 0 without one */
	readonly status: number;
	/**
	 * The API's code; `network` without a response, `unknown` for a response that isn't the API's, such as a
	 * proxy's page. New codes may be added: handle unknown ones by `status`.
	 */
	readonly code: ErrorCode | "network" | "unknown" | (string & {});
	/** identifies the call to the operator; null without a response of the API */
	readonly requestId: string | null;
	/** a more exact reason, for some codes */
	readonly reason: string | undefined;
	/** refusals, by the field's dotted path */
	readonly fields: Readonly<Record<string, string>>;
	readonly details: Readonly<Record<string, unknown>>;

	/** `body` is the API's error; without one the message is `said`. */
	constructor(status: number, body: ErrorBody | null, said: string, options?: ErrorOptions) {
		super(body?.message ?? said, options);
		this.status = status;
		this.code = body?.code ?? (status === 0 ? "network" : "unknown");
		this.requestId = body?.requestId ?? null;
		this.reason = body?.reason;
		this.fields = body?.fields ?? {};
		this.details = body?.details ?? {};
	}
}

export function errorOf(origin: string, { response, text, cause }: Problem): TillboxError {
	if (response === null) return new TillboxError(0, null, `${origin} does not answer.`, { cause });
	const { status } = response;
	if (response.ok) return new TillboxError(status, null, `${origin} sent no JSON.`, { cause });
	const redirects = response.type === "opaqueredirect" || (status >= 300 && status < 400);
	return new TillboxError(
		status,
		bodyIn(text),
		redirects
			? "The server redirects to another address, to which the token is not sent."
			: `The server answered ${status}.`,
	);
}

/** Parses the API's error, also in the form of RFC 6749; null for anything else. */
function bodyIn(text: string): ErrorBody | null {
	try {
		const { code, message, error, error_description: why, ...rest } = JSON.parse(text);
		if (typeof code === "string" && typeof message === "string") return { code, message, ...rest };
		return typeof error === "string" ? { code: error, message: why ?? error } : null;
	} catch {
		return null;
	}
}
