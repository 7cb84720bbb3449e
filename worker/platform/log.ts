import { DrizzleQueryError } from "drizzle-orm";
import type { LogEvents } from "./log-events.ts";
import { currentRequestId } from "./request-scope.ts";

/** Never pass e-mail addresses, tokens or bodies. */
export function log<Event extends keyof LogEvents>(
	level: LogEvents[Event],
	event: Event,
	fields: Record<string, unknown> = {},
): void {
	// Level and event come last, so that no field overwrites them.
	const requestId = currentRequestId();
	console[level](JSON.stringify({ ...(requestId && { requestId }), ...fields, level, event }));
}

const ADDRESS = /[^\s"'<>()[\]{},;:=]+@[^\s"'<>()[\]{},;]+/g;

/** Without e-mail addresses and the bound values of a query. */
function messageOf(error: Error): string {
	const message =
		error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message;
	return message.replace(ADDRESS, "[address]");
}

/** The stack begins with the unfiltered message. */
function framesOf({ stack = "", message }: Error): string {
	const at = stack.indexOf(message);
	return (at < 0 ? stack : stack.slice(at + message.length)).replace(ADDRESS, "[address]").trim();
}

export function serializeError(error: unknown): Record<string, unknown> {
	if (!(error instanceof Error)) return { error: String(error).replace(ADDRESS, "[address]") };
	return {
		error: messageOf(error),
		stack: framesOf(error),
		...(error.cause instanceof Error && { cause: messageOf(error.cause) }),
	};
}
