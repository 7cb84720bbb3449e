import { METHOD_TYPES, type MethodType, WALLETS, type Wallet } from "./methods.ts";

/** The API version that the installed SDK pins, and the only one supported here. */
export const API_VERSION = "2026-10-28.endive";

/** The options of `startSandbox`; every field has a default. */
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
	/** Milliseconds to wait before each further attempt at a webhook. */
	retryDelays?: readonly number[];
	/** Folders whose mails `/dev/mail` shows; posted mails are stored in the last. */
	mailDirs?: readonly string[];
}

/** Behaviour that can change at run time. */
export interface Settings {
	/** `late`: a charge's balance transaction, transfer and fee appear only on `/_sandbox/balances/settle`. */
	balances: "instant" | "late";
	/** Of the platform's account. */
	country: string;
	currency: string;
	/** Further currencies of its bank accounts, which are not exchanged. */
	settles: readonly string[];
	/** How much of a currency one US dollar buys, in place of the table's rate. */
	rates: Readonly<Record<string, number>>;
	/** The ways of paying that are switched on, as in the dashboard. */
	methods: readonly MethodType[];
	/** `whole`: refunds of a part are refused, as by the ways of paying that know none. */
	refunds: "any" | "whole";
	/** What is active on domains that are registered or validated from now on. */
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
