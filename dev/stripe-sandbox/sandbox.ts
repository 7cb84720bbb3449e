import type { Stripe } from "stripe";
import type { Call } from "./call.ts";
import type { Deliverer } from "./deliverer.ts";
import type { Faults } from "./faults.ts";
import type { Store } from "./store.ts";

/** The API version that the installed SDK pins, and the only one spoken here. */
export const API_VERSION = "2026-10-28.endive";
/** What Stripe.js calls that release. */
export const RELEASE_TRAIN = "endive";

/** How `startSandbox` is set up; every field has a default. */
export interface SandboxOptions {
	/** 12111 by default; 0 takes any free port. */
	port?: number;
	/** Address to listen on, 127.0.0.1 by default. */
	host?: string;
	/** SQLite file, or `:memory:`. */
	db?: string;
	/** Where events go. None: events are only kept. */
	webhookUrl?: string | undefined;
	webhookSecret?: string;
	secretKey?: string;
	publishableKey?: string;
	/** Milliseconds since 1970; the real clock by default. */
	now?: () => number;
	/** Milliseconds to wait before each further attempt at a webhook. */
	retryDelays?: readonly number[];
	/** Folders whose mails `/dev/mail` shows; posted mails go into the last. */
	mailDirs?: readonly string[];
}

/** Behaviour that a test or the operator page can switch while it runs. */
export interface Settings {
	/** `late`: a charge's balance transaction, transfer and fee appear only on `/_sandbox/balances/settle`. */
	balances: "instant" | "late";
	/** `hold`: a confirmed intent stays `processing` until it is settled by hand. */
	payments: "instant" | "hold";
}

/** The parts that one running sandbox is made of. */
export interface Sandbox {
	readonly store: Store;
	readonly deliverer: Deliverer;
	readonly faults: Faults;
	readonly settings: Settings;
	readonly keys: { secret: string; publishable: string };
	readonly mailDirs: readonly string[];
	/** Milliseconds since 1970. */
	readonly now: () => number;
	/** Told of every attempt at an intent that came to an end, so that payments need not know of invoices. */
	readonly intentEnded: (call: Call, intent: Stripe.PaymentIntent) => void;
	/** Forgets all objects, events, faults and switches. */
	reset(): void;
	/** Own address, e.g. `http://localhost:12111`. */
	origin: string;
}

export const DEFAULT_SETTINGS: Settings = { balances: "instant", payments: "instant" };
