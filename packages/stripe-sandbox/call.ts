import type { Stripe } from "stripe";
import type { Deliverer } from "./deliverer.ts";
import { missing } from "./errors.ts";
import type { Faults } from "./faults.ts";
import { randomText } from "./ids.ts";
import type { Kind, Kinds } from "./kinds.ts";
import type { Params } from "./params.ts";
import type { Settings } from "./sandbox.ts";
import type { Store } from "./store.ts";

export interface Sandbox {
	readonly store: Store;
	readonly deliverer: Deliverer;
	readonly faults: Faults;
	readonly settings: Settings;
	readonly keys: { secret: string; publishable: string };
	readonly mailDirs: readonly string[];
	readonly now: () => number;
	/** Called after every attempt at an intent, so that payments don't depend on invoices. */
	readonly intentEnded: (call: Call, intent: Stripe.PaymentIntent) => void;
	reset(): void;
	/** e.g. `http://localhost:12111` */
	origin: string;
}

export interface Call {
	readonly sandbox: Sandbox;
	readonly store: Store;
	readonly now: number;
	/** The connected account (`Stripe-Account`); '' is the platform. */
	readonly account: string;
	readonly publishable: boolean;
	readonly requestId: string | null;
	readonly idempotencyKey: string | null;
}

/** `ids` are the path's parameters. */
export type Verb = (call: Call, params: Params, ...ids: string[]) => unknown;

export function ownCall(sandbox: Sandbox): Call {
	return {
		sandbox,
		store: sandbox.store,
		now: Math.floor(sandbox.now() / 1000),
		account: "",
		publishable: false,
		requestId: null,
		idempotencyKey: null,
	};
}

export function newRequestId(): string {
	return `req_${randomText(14)}`;
}

/** Throws `resource_missing`. @param param the parameter with the id; none if the path has it */
export function fetchOrThrow<K extends Kind>(
	call: Call,
	kind: K,
	id: string,
	param?: string,
): Kinds[K] {
	const object = call.store.find(kind, id, call.account);
	if (object === undefined) throw missing(kind, id, param);
	return object;
}
