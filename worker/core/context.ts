import type { BatchItem } from "drizzle-orm/batch";
import type { Stripe } from "stripe";
import type { User } from "../accounts/contract.ts";
import type { UploadedFields } from "../catalogue/shares/contract/file-fields.ts";
import type { BuyersChoice } from "../catalogue/shares/contract/shares.ts";
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

/** Hashes of the caller's cookies or token, not yet looked up. */
type Credentials = {
	readonly sessionHash: string | null;
	readonly buyerHash: string | null;
	/** `shares.unlock_hash` of shares that this browser has unlocked */
	readonly unlocked?: readonly string[];
	/** the request's access token, which replaces a session */
	readonly tokenHash?: string;
};

/** An announced file that isn't published yet. */
export type OpenUploadFile = UploadedFields & {
	readonly id: string;
	readonly shareId: string;
	readonly mimeType: string;
};

/** Reserves a creator's quota for an upload's renditions. Bytes count before they are stored. */
export type RenditionRoom = {
	/** Throws `storage.quota_exceeded`, `upload.not_open`. */
	readonly reserve: (object: { objectKey: string; size: number }) => Promise<void>;
	/** Confirms that the object is stored and valid. Throws `upload.not_open` if the upload has ended. */
	readonly keep: (objectKey: string) => Promise<void>;
	/** Called after the objects were removed from the store. */
	readonly release: (objectKeys: string[]) => Promise<void>;
};

/**
 * Rooms' reactions to other rooms' actions, composed in handlers.ts. Every handler is idempotent. `id` is
 * `shares.id`.
 */
export type Handlers = {
	/** before the published flag is set, when all of the share's rows exist */
	readonly beforePublish: readonly ((ctx: Ctx, id: string) => Promise<void>)[];
	/** after an upload was quarantined: begins to scan in the background */
	readonly afterQuarantine: (ctx: Ctx, uploadId: string) => void;
	/** its content may still be kept for its buyers */
	readonly afterDelete: readonly ((ctx: Ctx, id: string) => Promise<void>)[];
	readonly fetchUploadingFile: (
		ctx: CreatorCtx,
		target: { id: string; fileId: string },
	) => Promise<OpenUploadFile>;
	/** after a share's previews are shown differently */
	readonly noteMissingPreviews: (ctx: Ctx, id: string) => Promise<void>;
	readonly renditionRoom: (ctx: CreatorCtx, uploadId: string) => RenditionRoom;
	/** after an upload was abandoned */
	readonly deleteRenditions: (ctx: Ctx, fileIds: readonly string[]) => Promise<void>;
	/** after every object under a key prefix was removed */
	readonly afterPurge: readonly ((ctx: Ctx, keyPrefix: string) => Promise<void>)[];
	/** before a deleted share's content is removed, while the rows of its files exist */
	readonly beforeErase: readonly ((ctx: Ctx, id: string) => Promise<void>)[];
	/** run in order before an account is deleted; they throw `account.not_settled` if something can't be settled */
	readonly beforeAccountDelete: readonly ((
		ctx: Ctx,
		userId: string,
		choice: { buyers: BuyersChoice },
	) => Promise<void>)[];
	/** erases everything of an account but its row; returns statements for the batch that empties that */
	readonly eraseAccount: (
		ctx: Ctx,
		user: { id: string; email: string },
	) => Promise<BatchItem<"sqlite">[]>;
	/** a statement for the batch of the change */
	readonly onAddressChange: readonly ((ctx: Ctx, userId: string) => BatchItem<"sqlite">)[];
	/** statements for the batch of the reset */
	readonly onPasswordReset: readonly ((
		ctx: Ctx,
		owner: { id: string; email: string; locale: Locale },
	) => BatchItem<"sqlite">[])[];
	/** erases what an account whose address was never confirmed has, before the address's owner gets it by a reset */
	readonly reclaimAccount: (ctx: Ctx, user: { id: string; email: string }) => Promise<void>;
	/**
	 * handles a verified event of the payment provider, or returns false if it is another room's; `record` belongs
	 * in the batch of the effect
	 */
	readonly providerEvents: readonly ((
		ctx: Ctx,
		event: Stripe.Event,
		record: BatchItem<"sqlite">,
	) => Promise<boolean>)[];
	readonly exportAccount: (ctx: CreatorCtx) => Promise<Record<string, unknown>>;
};

export type Ctx = PlatformCtx & {
	readonly config: Config;
	readonly credentials: Credentials;
	/** the request's language; English for jobs and events */
	readonly locale: Locale;
	/** the request's country (ISO 3166) according to the edge; null if unknown */
	readonly country: string | null;
	/** for counting only */
	readonly visit: Visit;
	readonly handlers: Handlers;
	/** receives the fields of a form that the route stores as it arrives */
	readonly observeForm?: (event: MultipartEvent) => void;
};

/** Verbs that require a signed-in creator don't compile without it. */
export type CreatorCtx = Ctx & {
	readonly user: User;
	/** the revisions that `If-Match` names; absent without it */
	readonly revisions?: readonly number[];
};

export type AppEnv = { Bindings: Env; Variables: { ctx: Ctx } };
export type CreatorEnv = { Bindings: Env; Variables: { ctx: Ctx; creator: CreatorCtx } };

type Overrides = Partial<
	Omit<Ctx, "env" | "config" | "db" | "replica" | "files" | "inBackground">
> & {
	handlers: Handlers;
	waitUntil: (promise: Promise<unknown>) => void;
};

const reliable = new WeakMap<Env, Env>();

/** Counts calls to bindings as waits of the request, and repeats harmless ones after transient failures. */
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

/** Throws if the configuration is incomplete. */
export function makeCtx(env: Env, { waitUntil, ...overrides }: Overrides): Ctx {
	const bindings = reliableBindings(env);
	const { bookmarks = new Bookmarks() } = overrides;
	const db = primaryDb(bindings.DB, bookmarks);
	return {
		env: bindings,
		config: configOf(env),
		db,
		// Programs with an access token send no cookies, so their earlier writes are unknown.
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
