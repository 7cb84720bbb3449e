import { log } from "../../platform/log.ts";
import type { RefusalReason } from "./authorise.ts";

type Refusal = {
	reason: RefusalReason | null;
	/** `shares.id`; undefined if the link or the file is unknown */
	shareId?: string | undefined;
	fileId?: string | undefined;
	/** the response's error code, or `preview` if one was served instead of the original */
	code: string;
};

/** Lets an operator explain a refusal by the request id. */
export function logRefusal(refusal: Refusal): void {
	log("info", "download.refused", refusal);
}
