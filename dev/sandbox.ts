import { ProcessGroup } from "./local/process-group.ts";
import { reportAndExit, requireFreePort, waitFor } from "./local/processes.ts";
import { place, startClock, startSandbox } from "./local/stack.ts";
import { localVars } from "./local/vars.ts";

// What `npx wrangler dev` lacks: payments, a mailbox and a clock for the scheduled jobs, until Ctrl-C.
try {
	await requireFreePort(place.sandboxPort, "the Stripe sandbox", "SANDBOX_PORT");
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
