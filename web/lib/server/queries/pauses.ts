import type { Switch } from "../../../../worker/contract/switches.ts";
import { client, readJson } from "../client.ts";
import { setPaused, usePause } from "../paused.ts";

const config = client.api.config;

/** Asks the server what is paused now. Throws ApiFailure. */
async function checkPauses(): Promise<void> {
	setPaused((await readJson(config.$get({}, { init: { cache: "no-store" } }))).paused);
}

/** Returns true while the operator has paused this, as far as the tab knows; asked again every minute. */
export function usePaused(name: Switch): boolean {
	return usePause(name, checkPauses);
}
