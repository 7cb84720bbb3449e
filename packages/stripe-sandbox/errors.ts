import type { ContentfulStatusCode } from "hono/utils/http-status";

export interface ErrorBody {
	type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
	message: string;
	code?: string;
	param?: string;
	decline_code?: string;
	charge?: string;
	doc_url?: string;
	[more: string]: unknown;
}

/** Refusals before a call takes effect. */
const BEFOREHAND = new Set<number>([401, 403, 409, 429, 502, 503, 504]);

/** `keepsEffects`: the call is committed, as a declined card leaves a failed charge. */
export class ApiError extends Error {
	readonly status: ContentfulStatusCode;
	readonly body: ErrorBody;
	readonly keepsEffects: boolean;

	constructor(status: ContentfulStatusCode, body: ErrorBody, keepsEffects = false) {
		super(body.message);
		this.status = status;
		this.body = body.code
			? {
					...body,
					doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll("_", "-")}`,
				}
			: body;
		this.keepsEffects = keepsEffects;
	}

	/** True if the call was refused before it began, so that its key can be used again. */
	get isBeforehand(): boolean {
		const { type, code } = this.body;
		if (type === "idempotency_error" || code === "url_invalid") return true;
		return BEFOREHAND.has(this.status) || (code?.startsWith("parameter_") ?? false);
	}
}

export function invalidRequest(
	message: string,
	details: { code?: string; param?: string; [more: string]: unknown } = {},
): ApiError {
	return new ApiError(400, { type: "invalid_request_error", message, ...details });
}

/** 404, or 400 when a parameter named the missing object. */
export function missing(kind: string, id: string, param?: string): ApiError {
	return new ApiError(param ? 400 : 404, {
		type: "invalid_request_error",
		code: "resource_missing",
		message: `No such ${kind}: '${id}'`,
		param: param ?? "id",
	});
}

export function parameterMissing(param: string): ApiError {
	return invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}

export function unauthorised(message: string): ApiError {
	return new ApiError(401, { type: "invalid_request_error", message });
}

/** 403: a publishable key where a secret one is required. */
export function secretKeyRequired(): ApiError {
	return new ApiError(403, {
		type: "invalid_request_error",
		code: "secret_key_required",
		message:
			"This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
	});
}

/** 400: the same idempotency key came with other parameters. */
export function idempotencyMismatch(key: string): ApiError {
	return new ApiError(400, {
		type: "idempotency_error",
		message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
	});
}
