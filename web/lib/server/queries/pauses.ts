import type { Switch } from "../../../../worker/contract/switches.ts";
import { client, readJson } from "../client.ts";
import { setPaused, usePause } from "../paused.ts";

const config = client.api.config;

async function checkPauses(): Promise<void> {
	setPaused((await readJson(config.$get({}, { init: { cache: "no-store" } }))).paused);
}

export function usePaused(name: Switch): boolean {
	return usePause(name, checkPauses);
}
