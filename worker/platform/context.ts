import type { Clock } from "./clock.ts";
import type { PlatformConfig } from "./config.ts";
import type { CachedEntrypoints } from "./http/cached-entrypoint.ts";
import type { Bookmarks } from "./storage/bookmarks.ts";
import type { Db } from "./storage/db.ts";

export type PlatformCtx = {
	readonly env: Env;
	readonly config: PlatformConfig;
	/** the primary database: money, entitlement to bytes, quotas, and all writes */
	readonly db: Db;
	/** a replica with everything that this browser has written: pages and lists */
	readonly replica: Db;
	readonly bookmarks: Bookmarks;
	readonly files: R2Bucket;
	readonly now: Clock;
	/** unguessable; the argument is in bytes (by default 16) */
	readonly id: (bytes?: number) => string;
	readonly requestId: string;
	/** null if they can't be called */
	readonly cached: () => CachedEntrypoints | null;
	/** whether cached responses are stale, whether acts wait to be sealed, and creators who may have new events */
	readonly changes: { toPurge: boolean; toSeal: boolean; readonly toDeliver: Set<string> };
	/** the client's address, for rate limits only; never logged */
	readonly address: string;
	/** starts work that the response doesn't wait for, and keeps the isolate alive until it ends */
	readonly inBackground: (work: () => Promise<unknown>) => void;
};

export type PlatformEnv = { Bindings: Env; Variables: { ctx: PlatformCtx } };
