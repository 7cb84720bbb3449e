import type { ErrorCode } from "../../contract/errors.ts";

/** Of every route that a share's restrictions or sanctions can close. */
export const CLOSED_SHARE: readonly ErrorCode[] = [
	"share.ended",
	"share.locked",
	"share.not_open",
	"share.removed_by_order",
	"share.taken_down",
];
