/**
 * Serves the built product with everything embedded, until Ctrl-C.
 *
 *   npm start            PORT, SANDBOX_PORT, STATE_DIR and INSPECTOR_PORT choose other places
 */

import { buildWeb } from "./build/build-web.ts";
import { helpIfAsked } from "./local/help.ts";
import { ProcessGroup } from "./local/process-group.ts";
import { reportAndExit } from "./local/processes.ts";
import { migrate, place, startStack } from "./local/stack.ts";
import { localVars } from "./local/vars.ts";

helpIfAsked(import.meta.url);

const origin = `http://localhost:${place.port}`;
try {
	const processGroup = new ProcessGroup();
	await Promise.all([buildWeb(localVars().APP_NAME), migrate()]);
	await startStack(processGroup, origin);
	console.log(`
Tillbox is running at ${origin}

  1. Create an account at ${origin}/auth and upload a file with a price.
  2. Open the share link in a private window and pay with card 4242 4242 4242 4242.
  3. Read the mails at http://localhost:${place.sandboxPort}/dev/mail and play payment events at http://localhost:${place.sandboxPort}.

Ctrl-C ends it.`);
} catch (error) {
	reportAndExit(error);
}
