import type { Pausable } from "./switches.ts";

/** The header of `/api/health` that names the running version. */
export const VERSION_HEADER = "Worker-Version";

export type Check = "ok" | "away";

type Services<State> = {
	/** the database */
	database: State;
	/** the file store */
	bucket: State;
	/** the payment provider */
	provider: State;
};

/** The service's state, for monitors. */
export type Health = {
	/** `degraded` if a service does not respond */
	status: "ok" | "degraded";
	/** which services respond */
	checks: Services<Check>;
};

/** The check of one service. */
type TimedCheck = {
	/** whether it responds */
	state: Check;
	/** the response time in milliseconds */
	ms: number;
};

type WalletState = "active" | "inactive";

/** Wallets, which the provider offers only on registered domains. */
export type WalletsHealth = {
	/** the service's domain is registered at the provider, and active */
	registered: boolean;
	/** Apple Pay */
	applePay: WalletState;
	/** Google Pay */
	googlePay: WalletState;
	/** the provider's own wallet */
	link: WalletState;
};

/** The service's state, for the operator. */
export type DeepHealth = {
	/** `degraded` while there are problems */
	status: "ok" | "degraded";
	/** the names of the sections below with a problem */
	problems: string[];
	/** which services respond */
	checks: Services<TimedCheck> & {
		/** the Durable Objects */
		objects: TimedCheck;
	};
	/** seconds since each cron's last run; null if it never ran */
	crons: {
		/** sends mails */
		mails: number | null;
		/** repeats failures */
		repairs: number | null;
		/** deletes expired rows */
		cleanups: number | null;
		/** writes backups */
		backup: number | null;
		/** runs once a day */
		nightly: number | null;
	};
	/** the outbox */
	mail: {
		/** how mails are sent; `none` if that is not set up */
		transport: "http" | "binding" | "none";
		/** how long the oldest mail has been waiting, in seconds; null if all are delivered */
		oldestUndelivered: number | null;
		/** mails that were given up and can still be sent */
		givenUp: number;
	};
	/** the ledger of the last day */
	ledger: {
		/** how many purchases were compared */
		checked: number;
		/** the ids of purchases whose entries don't add up */
		unbalanced: string[];
	};
	/** the ledger compared with the provider; null before the first time */
	books: {
		/** seconds since the comparison */
		age: number;
		/** cents */
		differenceCents: number;
	} | null;
	/** the backup */
	backup: {
		/** backups are set up */
		configured: boolean;
		/** seconds since the latest backup; null without one */
		age: number | null;
	};
	/** missing wallets don't matter; null if the provider doesn't say */
	wallets: WalletsHealth | null;
	/** features that the operator has paused */
	paused: Pausable[];
};
