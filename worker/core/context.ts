import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Stripe } from "stripe";
import type { User } from "../contract/accounts/accounts.ts";
import type { BuyersChoice } from "../contract/catalogue/shares.ts";
import type { FileFamily } from "../contract/files/file-type.ts";
import type { Locale } from "../contract/locales.ts";
import { systemClock } from "../platform/clock.ts";
import type { PlatformCtx } from "../platform/context.ts";
import type { Fault } from "../platform/faults.ts";
import type { MultipartEvent } from "../platform/http/multipart.ts";
import type { Visit } from "../platform/http/visit.ts";
import { randomId } from "../platform/ids.ts";
import { interceptedBindings } from "../platform/intercepted-bindings.ts";
import { log } from "../platform/log.ts";
import { countEvent } from "../platform/metrics.ts";
import { inBackground, type Service, waitingFor } from "../platform/request-scope.ts";
import { retrying } from "../platform/retrying.ts";
import { Bookmarks } from "../platform/storage/bookmarks.ts";
import { primaryDb, replicaDb } from "../platform/storage/db.ts";
import { type Config, configOf } from "./config.ts";
import { canRepeat } from "./repeatable-calls.ts";

/**
 * The caller's credentials, as hashes of the cookies' tokens; unverified until looked up in the database.
 */
type Credentials = {
	/** `sessions.token_hash` of a creator's session */
	readonly sessionHash: string | null;
	/** `buyers.token_hash` of an anonymous buyer */
	readonly buyerHash: string | null;
	/** `shares.unlock_hash` of shares that this browser has unlocked; absent for none */
	readonly unlocked?: readonly string[];
	/** `access_tokens.token_hash` of the request's access token; then there is no session. Absent for none */
	readonly tokenHash?: string;
};

/** An announced file that is not published yet, so it has no row in `files`. Sizes in bytes. */
export type OpenUploadFile = {
	readonly id: string;
	/** `shares.id` of the share it will belong to */
	readonly shareId: string;
	readonly name: string;
	readonly mimeType: string;
	readonly family: FileFamily;
	readonly size: number;
	/** its creator hides its preview */
	readonly noPreview: boolean;
};

/** Reserves a creator's quota for the renditions of an upload. Bytes count before they are stored. */
export type RenditionRoom = {
	/** Throws `storage.quota_exceeded`, `upload.not_open`. */
	readonly reserve: (object: { objectKey: string; size: number }) => Promise<void>;
	/**
	 * Confirms that the object is stored and validated. Throws `upload.not_open` when the upload has ended in the
	 * meantime.
	 */
	readonly keep: (objectKey: string) => Promise<void>;
	/** The objects were removed from the store. */
	readonly release: (objectKeys: string[]) => Promise<void>;
};

/**
 * Event handlers by which rooms react to other rooms' actions; composed in handlers.ts. Every handler
 * is idempotent.
 */
export type Handlers = {
	/** before the published flag is set, when all of the share's rows exist; `id` is `shares.id` */
	readonly beforePublish: readonly ((ctx: Ctx, id: string) => Promise<void>)[];
	/** after an upload was held for the scanner; begins to scan in the background */
	readonly afterHold: (ctx: Ctx, uploadId: string) => void;
	/** after a share was deleted; its content may still be kept for its buyers */
	readonly afterDelete: readonly ((ctx: Ctx, id: string) => Promise<void>)[];
	/** returns a file of the creator's own open upload */
	readonly fetchUploadingFile: (
		ctx: CreatorCtx,
		target: { id: string; fileId: string },
	) => Promise<OpenUploadFile>;
	/** after a share's previews are shown differently: notes those that are missing */
	readonly noteMissingPreviews: (ctx: Ctx, id: string) => Promise<void>;
	readonly renditionRoom: (ctx: CreatorCtx, uploadId: string) => RenditionRoom;
	/** after an upload was abandoned: its files will never be published */
	readonly deleteRenditions: (ctx: Ctx, fileIds: readonly string[]) => Promise<void>;
	/** after every object under a key prefix was removed by a purge */
	readonly afterPurge: readonly ((ctx: Ctx, keyPrefix: string) => Promise<void>)[];
	/** before a deleted share's content is removed, while the rows of its files still exist */
	readonly beforeErase: readonly ((ctx: Ctx, id: string) => Promise<void>)[];
	/**
	 * sequentially before an account is deleted: they settle what can be settled, and refuse (by throwing
	 * `account.not_settled`) while something can't be
	 */
	readonly beforeAccountDelete: readonly ((
		ctx: Ctx,
		userId: string,
		choice: { buyers: BuyersChoice },
	) => Promise<void>)[];
	/** removes a room's data of a deleted account, before the account itself is emptied */
	readonly onAccountDelete: readonly ((ctx: Ctx, userId: string) => Promise<void>)[];
	/**
	 * a room's reaction to a creator's new address: a statement for the batch of the change, effective if `isMade`
	 * holds
	 */
	readonly onAddressChange: readonly ((
		ctx: Ctx,
		userId: string,
		isMade: SQL,
	) => BatchItem<"sqlite">)[];
	/** a room's reaction to a password reset: statements for the batch of the reset, effective if `isReset` holds */
	readonly onPasswordReset: readonly ((
		ctx: Ctx,
		owner: { id: string; email: string; locale: Locale },
		isReset: SQL,
	) => BatchItem<"sqlite">[])[];
	/**
	 * removes a room's data of a creator whose address was never confirmed, before the address's owner gets the
	 * account by a reset
	 */
	readonly onAccountReclaim: readonly ((ctx: Ctx, userId: string) => Promise<void>)[];
	/**
	 * handles a verified event of the payment provider and returns true, or returns false if it belongs to another
	 * room; `record` belongs in the batch of the effect
	 */
	readonly providerEvents: readonly ((
		ctx: Ctx,
		event: Stripe.Event,
		record: BatchItem<"sqlite">,
	) => Promise<boolean>)[];
	/** parts of a creator's data export, by name */
	readonly accountExport: Readonly<Record<string, (ctx: Ctx, userId: string) => Promise<unknown>>>;
};

/** The first argument of every verb; tests override any part of it. */
export type Ctx = PlatformCtx & {
	readonly config: Config;
	readonly credentials: Credentials;
	/** the request's language; English for jobs and events, which have no reader */
	readonly locale: Locale;
	/** the request's country (ISO 3166) according to the edge; null if unknown */
	readonly country: string | null;
	/** the visitor's origin; for counting only */
	readonly visit: Visit;
	readonly handlers: Handlers;
	/** receives what a route reads of a form that it stores while it arrives; absent without an observer */
	readonly observeForm?: (event: MultipartEvent) => void;
};

/** A context with a signed-in creator: verbs that require it don't compile without one. */
export type CreatorCtx = Ctx & {
	readonly user: User;
	/** revisions that the request knows of what it edits; absent if it doesn't say (`ifMatch`) */
	readonly revisions?: readonly number[];
};

export type AppEnv = { Bindings: Env; Variables: { ctx: Ctx } };
export type CreatorEnv = { Bindings: Env; Variables: { ctx: Ctx; creator: CreatorCtx } };

type Overrides = Partial<
	Omit<Ctx, "env" | "config" | "db" | "replica" | "files" | "inBackground">
> & {
	handlers: Handlers;
	/** keeps the isolate alive */
	waitUntil: (promise: Promise<unknown>) => void;
};

const reliable = new WeakMap<Env, Env>();

/**
 * Wraps the bindings: counts their calls as waits of the calling request, and repeats them after transient failures
 * if that is harmless.
 */
export function reliableBindings(env: Env): Env {
	let bindings = reliable.get(env);
	if (!bindings) {
		bindings = interceptedBindings(env, (operation, call) => {
			const { service, name } = operation;
			return retrying(() => waitingFor(service, call), {
				canRepeat: canRepeat(operation),
				onFault: (fault, isRepeated) => noteFault(env, { service, name, fault, isRepeated }),
			});
		});
		reliable.set(env, bindings);
	}
	return bindings;
}

type FaultNote = { service: Service; name: string; fault: Fault; isRepeated: boolean };

function noteFault(env: Env, note: FaultNote): void {
	log("warn", "platform.fault", note);
	const { service, fault, isRepeated } = note;
	const outcome = isRepeated ? "repeated" : fault;
	countEvent(env, { event: "fault", label: `${service} ${outcome}` });
}

/**
 * Builds the context of a request, a cron run, an alarm or a test. Throws when the configuration is
 * incomplete.
 */
export function makeCtx(env: Env, { waitUntil, ...overrides }: Overrides): Ctx {
	const bindings = reliableBindings(env);
	const { bookmarks = new Bookmarks() } = overrides;
	const db = primaryDb(bindings.DB, bookmarks);
	return {
		env: bindings,
		config: configOf(env),
		db,
		// A program with an access token keeps no cookies, so its former writes are unknown.
		replica: overrides.credentials?.tokenHash ? db : replicaDb(bindings.DB, bookmarks),
		bookmarks,
		inBackground: (work) => waitUntil(inBackground(work)),
		files: bindings.FILES,
		now: systemClock,
		id: randomId,
		credentials: { sessionHash: null, buyerHash: null },
		locale: "en",
		country: null,
		visit: { agent: "", isPrivate: false, address: "", referrer: null },
		requestId: randomId(9),
		cached: () => null,
		changes: { toPurge: false, toSeal: false, toDeliver: new Set() },
		address: "internal",
		...overrides,
	};
}
