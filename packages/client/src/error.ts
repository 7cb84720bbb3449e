import type { ErrorCode } from "./types.ts";

type ErrorBody = {
	code: string;
	message: string;
	requestId?: string;
	reason?: string;
	fields?: Record<string, string>;
	details?: Record<string, unknown>;
};

/** Thrown by every call that fails. Tell errors apart by `code`. */
export class TillboxError extends Error {
	override readonly name = "TillboxError";
	/** of the response; 0 where none came */
	readonly status: number;
	/**
	 * The API's code. `network` where no response came, `unknown` for a response that is not the API's, such as a
	 * proxy's page. New codes may come: decide about those that you do not know by `status`.
	 */
	readonly code: ErrorCode | "network" | "unknown" | (string & {});
	/** what names the call to the operator; null where no response of the API came */
	readonly requestId: string | null;
	/** of some codes: what exactly */
	readonly reason: string | undefined;
	/** what was refused, by the field's dotted path */
	readonly fields: Readonly<Record<string, string>>;
	readonly details: Readonly<Record<string, unknown>>;

	/** `body` is what the API said; without one the message is `said`. */
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

/** Returns the error of a response that is no success. */
export async function errorOf(response: Response): Promise<TillboxError> {
	const { status } = response;
	const text = await response.text().catch(() => "");
	const redirects = response.type === "opaqueredirect" || (status >= 300 && status < 400);
	return new TillboxError(
		status,
		bodyIn(text),
		redirects
			? "The server redirects to another address, to which the token is not sent."
			: `The server answered ${status}.`,
	);
}

/** The API's error in the text of a response, also in the form of RFC 6749; null for anything else. */
function bodyIn(text: string): ErrorBody | null {
	try {
		const { code, message, error, error_description: why, ...rest } = JSON.parse(text);
		if (typeof code === "string" && typeof message === "string") return { code, message, ...rest };
		return typeof error === "string" ? { code: error, message: why ?? error } : null;
	} catch {
		return null;
	}
}
