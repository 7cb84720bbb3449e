import type { ErrorCode } from "../../contract/errors.ts";
import { failure } from "../../platform/errors.ts";
import type { Closed } from "./access-sql.ts";

export const CLOSED_CODE = {
	not_open: "share.not_open",
	locked: "share.locked",
	ended: "share.ended",
} as const satisfies Record<Closed, ErrorCode>;

export const isClosed = (reason: string): reason is Closed => Object.hasOwn(CLOSED_CODE, reason);

/** Throws `share.not_open`, `share.locked` or `share.ended`. */
export function refuseClosed({ closed }: { closed: Closed | null }): void {
	if (closed) throw failure(CLOSED_CODE[closed]);
}
