import type { Switch } from "../../../../worker/contract/switches.ts";
import { setPaused, usePause } from "../paused.ts";

/** Only asked during a pause. */
async function checkPauses(): Promise<void> {
	const { client, readJson } = await import("../client.ts");
	const config = client.api.config.$get({}, { init: { cache: "no-store" } });
	setPaused((await readJson(config)).paused);
}

export function usePaused(name: Switch): boolean {
	return usePause(name, checkPauses);
}
