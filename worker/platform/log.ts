/** One structured line. Never pass e-mail addresses, tokens or bodies. */
export function log(
	level: "info" | "warn" | "error",
	event: string,
	facts: Record<string, unknown> = {},
): void {
	console[level](JSON.stringify({ level, event, ...facts }));
}

/** What of an error may stand in a log line. */
export function errorFacts(error: unknown): Record<string, unknown> {
	if (!(error instanceof Error)) return { error: String(error) };
	return {
		error: error.message,
		stack: error.stack,
		...(error.cause instanceof Error && { cause: error.cause.message }),
	};
}
