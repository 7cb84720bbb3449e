import type { Pausable } from "./switches.ts";

/** The header by which `/api/health` names the version that answers. */
export const VERSION_HEADER = "Worker-Version";

/** Whether a service responds. */
export type Check = "ok" | "away";

/** What monitors are told. */
export type Health = {
	/** `degraded` when a service does not respond */
	status: "ok" | "degraded";
	/** what responds */
	checks: {
		/** the database */
		database: Check;
		/** the store of files */
		bucket: Check;
		/** the payment provider */
		provider: Check;
	};
};

type TimedCheck = {
	/** whether it responds */
	state: Check;
	/** how long that took, in milliseconds */
	ms: number;
};

/** Whether buyers are offered a wallet, as far as it depends on the service. */
type WalletState = "active" | "inactive";

/** Wallets, which the provider offers only on a domain that is registered there. */
export type WalletsHealth = {
	/** the service's domain is registered at the provider, and switched on */
	registered: boolean;
	/** Apple Pay */
	applePay: WalletState;
	/** Google Pay */
	googlePay: WalletState;
	/** the provider's own wallet */
	link: WalletState;
};

/** What the operator is told. */
export type DeepHealth = {
	/** `degraded` while there are problems */
	status: "ok" | "degraded";
	/** what is wrong, by its name below */
	problems: string[];
	/** what responds */
	checks: {
		/** the database */
		database: TimedCheck;
		/** the store of files */
		bucket: TimedCheck;
		/** the Durable Objects */
		objects: TimedCheck;
		/** the payment provider */
		provider: TimedCheck;
	};
	/** seconds since each cron's last run; null when it never ran */
	crons: {
		/** sends mails */
		mails: number | null;
		/** repeats what has failed */
		repairs: number | null;
		/** deletes what has expired */
		cleanups: number | null;
		/** writes backups */
		backup: number | null;
		/** runs once a day */
		nightly: number | null;
	};
	/** the mails */
	mail: {
		/** how they are sent; `none` where that is not set up */
		transport: "http" | "binding" | "none";
		/** how long the oldest mail has been waiting, in seconds; null when every mail is delivered */
		oldestUndelivered: number | null;
		/** mails that were given up and can still be sent */
		givenUp: number;
	};
	/** purchases with entries of the last day, and those whose entries do not add up */
	ledger: {
		/** how many purchases were compared */
		checked: number;
		/** the ids of those that do not add up */
		unbalanced: string[];
	};
	/** the ledger compared with the provider; null before the first time */
	books: {
		/** seconds since they were compared */
		age: number;
		/** cents */
		differenceCents: number;
	} | null;
	/** the backup */
	backup: {
		/** backups are set up */
		configured: boolean;
		/** seconds since the moment of the latest one; null without one */
		age: number | null;
	};
	/** wallets on the service's domain, which are no problem where they are missing; null where the provider does not say */
	wallets: WalletsHealth | null;
	/** what the operator has paused */
	paused: Pausable[];
};
