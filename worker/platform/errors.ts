import {
	ERRORS,
	type ErrorBody,
	type ErrorCode,
	type ErrorReason,
	REASONS,
} from "../contract/errors.ts";

type Extras = {
	/** also provides the message */
	reason?: ErrorReason;
	message?: string;
	fields?: Record<string, string>;
	details?: Record<string, unknown>;
	headers?: Record<string, string>;
	cause?: unknown;
};

export class ApiError extends Error {
	readonly code: ErrorCode;
	readonly status: number;
	readonly reason: ErrorReason | undefined;
	readonly fields: Record<string, string> | undefined;
	readonly details: Record<string, unknown> | undefined;
	readonly headers: Record<string, string>;

	constructor(code: ErrorCode, extras: Extras = {}) {
		super(extras.message ?? (extras.reason ? REASONS[extras.reason] : ERRORS[code][1]), {
			cause: extras.cause,
		});
		this.name = "ApiError";
		this.code = code;
		this.status = ERRORS[code][0];
		this.reason = extras.reason;
		this.fields = extras.fields;
		this.details = extras.details;
		this.headers = extras.headers ?? {};
	}

	body(requestId: string): ErrorBody {
		return {
			code: this.code,
			message: this.message,
			requestId,
			...(this.reason && { reason: this.reason }),
			...(this.fields && { fields: this.fields }),
			...(this.details && { details: this.details }),
		};
	}
}

export function failure(code: ErrorCode, extras?: Extras | string): ApiError {
	return new ApiError(code, typeof extras === "string" ? { message: extras } : extras);
}
