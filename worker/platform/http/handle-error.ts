import type { ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { switchOf } from "../../contract/switches.ts";
import type { PlatformCtx } from "../context.ts";
import { type ApiError, ApiError as Failure, failure } from "../errors.ts";
import { noteFailedRequest } from "../failed-requests.ts";
import { findFault, retryAfter } from "../faults.ts";
import { log, serializeError } from "../log.ts";
import { providerRefusal } from "../provider-refusal.ts";
import { currentRequestId } from "../request-scope.ts";
import { failureOfEndedBatch } from "../storage/ending-batch.ts";

function asFailure(error: unknown): ApiError {
	if (error instanceof Failure) return error;
	if (error instanceof HTTPException && error.status < 500)
		return failure("request.malformed", { cause: error });
	const refused = failureOfEndedBatch(error);
	if (refused) return refused;
	const refusal = providerRefusal(error);
	if (refusal) return refusal;
	if (findFault(error)) return failure("service.unavailable", { cause: error });
	return failure("internal.error", { cause: error });
}

export const handleError: ErrorHandler = (error, c) => {
	const response = asFailure(error);
	c.set("errorCode", response.code);
	// Pauses aren't failures; a provider's refusal may be our fault.
	const isFailed = response.status >= 500 || response.code === "provider.refused";
	if (isFailed && !switchOf(response.code)) {
		const request = { method: c.req.method, path: c.req.path, code: response.code };
		const details = serializeError(error);
		log("error", "request.failed", { ...request, ...details });
		const ctx: PlatformCtx | undefined = c.get("ctx");
		const requestId = currentRequestId();
		// Spares a database that is unavailable or overloaded.
		if (ctx && requestId && !findFault(error))
			noteFailedRequest(ctx, { ...request, requestId, error: String(details.error) });
	}
	c.header("Cache-Control", "no-store");
	if (response.status === 503) c.header("Retry-After", String(retryAfter(response)));
	for (const [name, value] of Object.entries(response.headers)) c.header(name, value);
	// All statuses of the table allow a body.
	return c.json(
		response.body(currentRequestId() ?? "none"),
		response.status as ContentfulStatusCode,
	);
};
