/**
 * Builds everything the Worker needs if its sources changed. Wrangler runs it before it bundles the Worker.
 *
 *   npm run build        APP_NAME is the product's name in the web app
 */
import { helpIfAsked } from "../local/help.ts";
import { reportAndExit } from "../local/processes.ts";
import { migrate } from "../local/stack.ts";
import { followSandboxPort, localVars } from "../local/vars.ts";
import { buildWeb } from "./build-web.ts";

helpIfAsked(import.meta.url);

try {
	const isForDev = process.env.WRANGLER_COMMAND === "dev";
	if (isForDev && process.env.SANDBOX_PORT) followSandboxPort();
	const { APP_NAME } = { ...localVars(), ...process.env };
	await Promise.all([buildWeb(APP_NAME), isForDev ? migrate() : undefined]);
} catch (error) {
	reportAndExit(error);
}
