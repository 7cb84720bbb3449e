import type { PlatformConfig } from "./config.ts";
import type { Db } from "./storage/db.ts";

/** What the platform needs of a context; the one of the product (`worker/context.ts`) holds more. */
export type PlatformCtx = {
	readonly env: Env;
	readonly config: PlatformConfig;
	readonly db: Db;
	readonly files: R2Bucket;
	/** ms since the epoch */
	readonly now: () => number;
	/** an unguessable id, 128 bits unless told (bytes) */
	readonly id: (bytes?: number) => string;
	readonly requestId: string;
	/** the client's address, for rate limits only; never logged */
	readonly address: string;
	/** keeps the isolate alive for work that the answer does not wait for */
	readonly waitUntil: (promise: Promise<unknown>) => void;
};

export type PlatformEnv = { Bindings: Env; Variables: { ctx: PlatformCtx } };
