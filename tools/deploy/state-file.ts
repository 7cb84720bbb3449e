import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { PlainError } from "../local/processes.ts";

/** `vars` include secrets. */
export type Installation = {
	accountId?: string;
	name?: string;
	/** of database and bucket, e.g. `weur` */
	location?: string;
	domain?: string;
	vars: Record<string, string>;
	/** names that were free: what has them now was made by us */
	claims: string[];
	databaseId?: string;
	bucket?: string;
	webhookId?: string;
	/** for events of connected accounts */
	connectWebhookId?: string;
	/** the account has Analytics Engine */
	hasMetrics?: boolean;
	/** of the last successful run */
	origin?: string;
};

/** Everything a deploy learnt, by environment. Written atomically around each step, readable by its owner only. */
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

	get known(): Readonly<Installation> {
		return { ...this.#all[this.#environment], ...this.#lists() };
	}

	/** In a dry run, until the end of the run only. */
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

	/** For a dry run without an account. */
	forgetAccount(): void {
		const { databaseId: _, bucket: __, ...rest } = this.known;
		this.#all[this.#environment] = rest;
	}

	/** Records a name that was free and is ours now. */
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
	} catch {}
	throw new PlainError(
		`${basename(path)} can't be read as JSON. Restore it from a copy; without one, move it away and run the command again: what exists is found by its name, but a new APP_SECRET ends open uploads and mailed links.`,
	);
}
