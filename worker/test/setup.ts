import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Stripe } from "stripe";
import { afterEach } from "vitest";
import { configOf } from "../core/config.ts";
import { rememberSwitches } from "../platform/console-switches.ts";
import { stripeOf } from "../platform/stripe.ts";
import { checkStatements, recordStatements } from "./checks/query-plans.ts";
import { skipPauses } from "./fakes/quick-pauses.ts";
import { replaceScrypt } from "./fakes/quick-scrypt.ts";

// Files share a runtime, which takes seconds to start, and its payment provider; each begins with
// empty storage. A reset empties only memory: the runtime unloads a database or bucket after some
// seconds without a call.
await Promise.all([
	env.DB.prepare("SELECT 1").run(),
	env.FILES.head("any"),
	env.BACKUP.head("any"),
]);
await reset();
// One call: `applyD1Migrations` makes one per migration, which takes nearly twice as long.
await env.DB.batch(
	env.TEST_MIGRATIONS.flatMap(({ queries }) => queries.map((query) => env.DB.prepare(query))),
);
await fetch(`${configOf(env).STRIPE_API_BASE}/_sandbox/reset`, { method: "POST" });

// The provider's client keeps the `fetch` it was created with, so create it before a test replaces
// that.
stripeOf(configOf(env));
Object.assign(Stripe.prototype, {
	getInitialNetworkRetryDelay: () => 0,
	getMaxNetworkRetryDelay: () => 0,
});

replaceScrypt();
skipPauses();
// Tests count database calls; those about switches set their own.
rememberSwitches([], Number.POSITIVE_INFINITY);

const recorder = recordStatements();
afterEach(() => checkStatements(recorder));
