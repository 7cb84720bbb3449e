/**
 * Like npm start, with hot reload: Vite serves the web app and proxies /api to the Worker.
 *
 *   npm run dev          WEB_PORT, PORT, SANDBOX_PORT, STATE_DIR and INSPECTOR_PORT choose other places
 */

import { join } from "node:path";
import { buildWeb } from "./build/build-web.ts";
import { helpIfAsked } from "./local/help.ts";
import { ProcessGroup } from "./local/process-group.ts";
import { reportAndExit, requireFreePort, waitFor } from "./local/processes.ts";
import { migrate, place, startStack } from "./local/stack.ts";
import { localVars } from "./local/vars.ts";

helpIfAsked(import.meta.url);

const webPort = Number(process.env.WEB_PORT ?? 5173);
const origin = `http://localhost:${webPort}`;
try {
	await requireFreePort(webPort, "the web app", "WEB_PORT");
	const processGroup = new ProcessGroup();
	await Promise.all([buildWeb(localVars().APP_NAME), migrate()]);
	await startStack(processGroup, origin);
	processGroup.start("Vite", "vite", ["--logLevel", "warn"], {
		env: {
			WORKER_URL: `http://localhost:${place.port}`,
			WEB_PORT: String(webPort),
			VITE_CACHE: join(place.state, "vite"),
		},
	});
	await waitFor(`${origin}/`, 30_000);
	console.log(`
Hot reload at ${origin} (the Worker itself: http://localhost:${place.port})
Mails: http://localhost:${place.sandboxPort}/dev/mail · payment events: http://localhost:${place.sandboxPort}

Ctrl-C ends it.`);
} catch (error) {
	reportAndExit(error);
}
