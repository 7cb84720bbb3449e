import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

// The files share a runtime, which takes seconds to start; each begins with empty storage.
await reset();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
