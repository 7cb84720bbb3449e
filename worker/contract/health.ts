import type { Pausable } from "./switches.ts";

/** The header by which `/api/health` names the version that answers. */
export const VERSION_HEADER = "Worker-Version";

/** Whether a service responds. */
export type Check = "ok" | "away";

/** What monitors are told. */
export type Health = {
	status: "ok" | "degraded";
	checks: { database: Check; bucket: Check; provider: Check };
};

/** What the operator is told. */
export type DeepHealth = {
	status: "ok" | "degraded";
	/** what is wrong, by its name below */
	problems: string[];
	checks: Record<"database" | "bucket" | "objects" | "provider", { state: Check; ms: number }>;
	/** seconds since each cron's last run; null when it never ran */
	crons: Record<"mails" | "repairs" | "cleanups" | "backup" | "nightly", number | null>;
	mail: {
		transport: "http" | "binding" | "none";
		/** seconds; null when every mail is delivered */
		oldestUndelivered: number | null;
		/** mails of the last day that were given up */
		givenUp: number;
	};
	/** purchases with entries of the last day, and those whose entries do not add up */
	ledger: { checked: number; unbalanced: string[] };
	/** what the ledger differs from the provider by, and seconds since they were compared; null before */
	books: { age: number; differenceCents: number } | null;
	/** seconds since the moment of the latest backup; null without one */
	backup: { configured: boolean; age: number | null };
	paused: Pausable[];
};
