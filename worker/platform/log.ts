import { DrizzleQueryError } from "drizzle-orm";

/** One structured line. Never pass e-mail addresses, tokens or bodies. */
export function log(
	level: "info" | "warn" | "error",
	event: string,
	fields: Record<string, unknown> = {},
): void {
	// Last, so that no fact takes their place.
	console[level](JSON.stringify({ ...fields, level, event }));
}

const ADDRESS = /[^\s"'<>()[\]{},;:=]+@[^\s"'<>()[\]{},;]+/g;

/** What an error says, without addresses and without what a query was asked with. */
function messageOf(error: Error): string {
	const message =
		error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message;
	return message.replace(ADDRESS, "[address]");
}

/** The frames alone: in front of them the stack repeats the message as it was. */
function framesOf({ stack = "", message }: Error): string {
	const at = stack.indexOf(message);
	return (at < 0 ? stack : stack.slice(at + message.length)).replace(ADDRESS, "[address]").trim();
}

/** What of an error may stand in a log line: values that a query carried and e-mail addresses stay out. */
export function serializeError(error: unknown): Record<string, unknown> {
	if (!(error instanceof Error)) return { error: String(error).replace(ADDRESS, "[address]") };
	return {
		error: messageOf(error),
		stack: framesOf(error),
		...(error.cause instanceof Error && { cause: messageOf(error.cause) }),
	};
}
