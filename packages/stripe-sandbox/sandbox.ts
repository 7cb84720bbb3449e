import { METHOD_TYPES, type MethodType, WALLETS, type Wallet } from "./methods.ts";

/** Pinned by the installed SDK; no other is supported. */
export const API_VERSION = "2026-10-28.endive";

export interface SandboxOptions {
	/** 12111 by default; 0 takes any free port. */
	port?: number;
	host?: string;
	db?: string;
	/** The webhook endpoints. None: events are only stored. */
	webhookUrl?: string | undefined;
	webhookSecret?: string;
	secretKey?: string;
	publishableKey?: string;
	/** Milliseconds since 1970; the real clock by default. */
	now?: () => number;
	/** Milliseconds before each retry of a webhook. */
	retryDelays?: readonly number[];
	/** Shown by `/dev/mail`; posted mails are stored in the last. */
	mailDirs?: readonly string[];
}

export interface Settings {
	/** `late`: a charge's balance transaction, transfer and fee appear only on `/_sandbox/balances/settle`. */
	balances: "instant" | "late";
	/** The platform account's country. */
	country: string;
	currency: string;
	/** Other currencies with a bank account, which aren't exchanged. */
	settles: readonly string[];
	/** Units per US dollar, in place of the table's rate. */
	rates: Readonly<Record<string, number>>;
	/** Methods switched on in the dashboard. */
	methods: readonly MethodType[];
	/** `whole`: partial refunds are refused, as by some payment methods. */
	refunds: "any" | "whole";
	/** Active on domains registered or validated from now on. */
	wallets: readonly Wallet[];
}

export const DEFAULT_SETTINGS: Settings = {
	balances: "instant",
	country: "US",
	currency: "usd",
	settles: [],
	rates: {},
	methods: METHOD_TYPES,
	refunds: "any",
	wallets: WALLETS,
};
