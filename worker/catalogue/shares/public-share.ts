import { failure } from "../../platform/errors.ts";
import type { ShareRow } from "./rows.ts";

export function takenDown({ legalOrder }: Pick<ShareRow, "legalOrder">) {
	return failure(legalOrder ? "share.removed_by_order" : "share.taken_down");
}
