import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { PlainError } from "../local/processes.ts";

/** What is known of one installation. Secrets are among the variables. */
export type Installation = {
	accountId?: string;
	name?: string;
	/** where database and bucket are, e.g. `weur` */
	location?: string;
	domain?: string;
	/** variables and secrets of the Worker */
	vars: Record<string, string>;
	/** names found free and chosen: what has them now was made by an earlier run */
	claims: string[];
	databaseId?: string;
	bucket?: string;
	webhookId?: string;
	/** the endpoint for events of connected accounts */
	connectWebhookId?: string;
	/** the account has Analytics Engine, and numbers are collected */
	hasMetrics?: boolean;
	/** the origin of the last run that ended well */
	origin?: string;
};

/**
 * The file that keeps everything a deploy learnt, by environment. Written whole, before and after each
 * step, and readable by its owner alone.
 */
export class StateFile {
	readonly #path: string;
	readonly #environment: string;
	readonly #isReadOnly: boolean;
	#all: Record<string, Installation>;
	#written = "";

	constructor(path: string, environment: string, isReadOnly: boolean) {
		this.#path = path;
		this.#environment = environment;
		this.#isReadOnly = isReadOnly;
		this.#all = {};
		if (!existsSync(path)) return;
		this.#all = parsed(path);
		this.#written = textOf(this.#all);
		if (!isReadOnly) chmodSync(path, 0o600);
	}

	/** What is known of this environment. */
	get known(): Readonly<Installation> {
		return { ...this.#all[this.#environment], ...this.#lists() };
	}

	/** Keeps what was learnt; with `--dry-run` only until the end of the run. */
	learn(learnt: Partial<Installation>): void {
		this.#all[this.#environment] = { ...this.known, ...learnt };
		const text = textOf(this.#all);
		if (this.#isReadOnly || text === this.#written) return;
		const draft = `${this.#path}.new`;
		writeFileSync(draft, text, { mode: 0o600 });
		chmodSync(draft, 0o600);
		renameSync(draft, this.#path);
		this.#written = text;
	}

	/** Leaves out what belongs to an account, for a dry run that can't look at it. */
	forgetAccount(): void {
		const { databaseId: _, bucket: __, ...rest } = this.known;
		this.#all[this.#environment] = rest;
	}

	/** Notes that a name was free and is ours from now on. */
	claim(what: string): void {
		if (!this.known.claims.includes(what)) this.learn({ claims: [...this.known.claims, what] });
	}

	#lists(): Pick<Installation, "vars" | "claims"> {
		const known = this.#all[this.#environment];
		return { vars: known?.vars ?? {}, claims: known?.claims ?? [] };
	}
}

const textOf = (all: Record<string, Installation>) => `${JSON.stringify(all, null, "\t")}\n`;

function parsed(path: string): Record<string, Installation> {
	try {
		const value: unknown = JSON.parse(readFileSync(path, "utf8"));
		if (typeof value === "object" && value !== null && !Array.isArray(value))
			return value as Record<string, Installation>;
	} catch {
		// said below
	}
	throw new PlainError(
		`${basename(path)} can't be read as JSON. Restore it from a copy; without one, move it away and run the command again: what exists is found by its name, but a new APP_SECRET ends open uploads and mailed links.`,
	);
}
