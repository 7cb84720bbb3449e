import type { Clock } from "./clock.ts";
import type { PlatformConfig } from "./config.ts";
import type { Db } from "./storage/db.ts";

/** What the platform needs of a context; the application's (`worker/context.ts`) extends it. */
export type PlatformCtx = {
	readonly env: Env;
	readonly config: PlatformConfig;
	readonly db: Db;
	readonly files: R2Bucket;
	readonly now: Clock;
	/** Returns an unguessable id, of 128 bits by default (the argument is in bytes) */
	readonly id: (bytes?: number) => string;
	readonly requestId: string;
	/** the client's address, for rate limits only; never logged */
	readonly address: string;
	/** keeps the isolate alive for work that continues after the response */
	readonly waitUntil: (promise: Promise<unknown>) => void;
};

export type PlatformEnv = { Bindings: Env; Variables: { ctx: PlatformCtx } };
