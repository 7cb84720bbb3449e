import { log } from "../../platform/log.ts";
import type { RefusalReason } from "./authorise.ts";

type Refusal = {
	reason: RefusalReason | null;
	/** `shares.id`; undefined if the link or the file is unknown */
	shareId?: string | undefined;
	fileId?: string | undefined;
	/** the response: an error code, or `preview` if a preview was served instead of the original */
	code: string;
};

/** Logs that original bytes were refused, so that an operator can explain it by the request id. */
export function logRefusal(refusal: Refusal): void {
	log("info", "download.refused", refusal);
}
