import type { ErrorBody, ErrorCode } from "../../worker/contract/errors.ts";

/** `network` stands for a call that got no answer at all; its status is 0. */
export type FailureCode = ErrorCode | "network" | "unknown";

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

	constructor(status: number, body: Partial<ErrorBody> & { message: string }) {
		super(`${status}: ${body.message}`);
		this.status = status;
		this.code = body.code ?? (status === 0 ? "network" : "unknown");
		this.text = body.message;
		this.fields = body.fields ?? {};
		this.details = body.details ?? {};
		this.requestId = body.requestId ?? null;
	}
}

/** True for failures that another try may change: no connection, or a server that is busy. */
export function mayPass({ status }: ApiFailure): boolean {
	return status === 0 || status === 429 || status >= 500;
}

/** The failure an answer stands for: its JSON body, else its text, else the status text. */
export async function failureOf(response: Response): Promise<ApiFailure> {
	const text = await response.text().catch(() => "");
	const body = parsed(text);
	return new ApiFailure(
		response.status,
		body ?? { message: text.trim() || response.statusText || "Unknown error" },
	);
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
