import { CliFailure, EXIT } from "../failures.ts";

/** Throws for an id that could change an address or a path, since a link may lead to any server. */
export function serverId(id: unknown): string {
	if (typeof id === "string" && /^[A-Za-z0-9_-]{8,64}$/.test(id)) return id;
	throw new CliFailure(
		"server.invalid_id",
		EXIT.unexpected,
		"The server sent an invalid id, so the command stopped.",
	);
}
