import { CliFailure, EXIT } from "../failures.ts";

/** Throws for an id that could change an address or path: a link's server may be anyone's. */
export function serverId(id: unknown): string {
	if (typeof id === "string" && /^[A-Za-z0-9_-]{8,64}$/.test(id)) return id;
	throw new CliFailure(
		"server.invalid_id",
		EXIT.unexpected,
		"The server sent an id that is none. Nothing was done with it.",
	);
}
