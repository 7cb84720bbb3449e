/**
 * Adds what `npx wrangler dev` lacks: payments, a mailbox and a clock for the scheduled jobs, until Ctrl-C.
 *
 *   npm run sandbox      PORT names the Worker's port, SANDBOX_PORT and STATE_DIR choose other places
 */
import { helpIfAsked } from "./local/help.ts";
import { ProcessGroup } from "./local/process-group.ts";
import { reportAndExit, requireFreePort, waitFor } from "./local/processes.ts";
import { place, startClock, startSandbox } from "./local/stack.ts";
import { followSandboxPort, localVars } from "./local/vars.ts";

helpIfAsked(import.meta.url);

try {
	await requireFreePort(place.sandboxPort, "the Stripe sandbox", "SANDBOX_PORT");
	followSandboxPort();
	const url = startSandbox(new ProcessGroup(), localVars());
	await waitFor(`${url}/`, 60_000);
	startClock();
	console.log(`
The Stripe sandbox is running at ${url}, for a Worker at http://localhost:${place.port}.
Mails: ${url}/dev/mail

Ctrl-C ends it.`);
} catch (error) {
	reportAndExit(error);
}
