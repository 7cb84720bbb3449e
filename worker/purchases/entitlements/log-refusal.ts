import { log } from "../../platform/log.ts";
import type { RefusalReason } from "./authorise.ts";

type Refusal = {
	reason: RefusalReason | null;
	/** `shares.id`; unknown where the link or the file is */
	shareId?: string | undefined;
	fileId?: string | undefined;
	/** what was answered: an error code, or `preview` where a preview went out in place of the original */
	code: string;
};

/** Logs that original bytes were refused, so that an operator can explain it by the request id. */
export function logRefusal(refusal: Refusal): void {
	log("info", "download.refused", refusal);
}
