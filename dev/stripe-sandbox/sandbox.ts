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

export const DEFAULT_SETTINGS: Settings = { balances: "instant", payments: "instant" };
