import type { ErrorCode } from "../../../worker/contract/errors.ts";

export const CLOSED_SHARE: readonly ErrorCode[] = [
	"share.ended",
	"share.locked",
	"share.not_open",
	"share.removed_by_order",
	"share.taken_down",
];
