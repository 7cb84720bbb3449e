import { reportAndExit } from "../local/processes.ts";
import { migrate } from "../local/stack.ts";
import { localVars } from "../local/vars.ts";
import { buildWeb } from "./build-web.ts";

// The full build: `npm run build`, and what wrangler.toml has Wrangler run before it bundles the Worker.
try {
	const { APP_NAME } = { ...localVars(), ...process.env };
	await Promise.all([
		buildWeb(APP_NAME),
		process.env.WRANGLER_COMMAND === "dev" ? migrate() : undefined,
	]);
} catch (error) {
	reportAndExit(error);
}
