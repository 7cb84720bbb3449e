import type { Credentials, PlatformApi } from "./platform-api.ts";
import type { StateFile } from "./state-file.ts";

export type Options = {
	/** `production`, or the name of another installation, such as `staging` */
	environment: string;
	dryRun: boolean;
	rollback: boolean | string;
	/** despite secrets that were changed since */
	force: boolean;
	adopt: boolean;
};

export type Upload = {
	kind: "deploy" | "version";
	configFile: string;
	secretsFile: string;
	tag: string;
	env: Record<string, string>;
};

export type Wrangler = {
	/** null if nobody is signed in */
	credentials(): Promise<Credentials | null>;
	login(): Promise<void>;
	readConfig(): Promise<RawConfig>;
	upload(upload: Upload): Promise<void>;
	measure(): Promise<string>;
};

/** The parts that a deploy reads or replaces; the rest is passed on. */
export type RawConfig = {
	name: string;
	main: string;
	/** for `wrangler dev`; a deploy has built already */
	build?: { command?: string };
	workers_dev?: boolean;
	preview_urls?: boolean;
	vars?: Record<string, string>;
	secrets?: { required?: string[] };
	assets?: { directory?: string };
	d1_databases?: { binding: string; database_name?: string; database_id?: string }[];
	r2_buckets?: { binding: string; bucket_name?: string }[];
	ratelimits?: { name: string; namespace_id: string }[];
	analytics_engine_datasets?: { binding: string; dataset?: string }[];
	migrations?: { tag: string }[];
	triggers?: { crons?: string[] };
};

export type Surroundings = {
	env: Readonly<Record<string, string | undefined>>;
	/** null if nobody can answer */
	ask: ((question: string, suggestion: string) => Promise<string>) | null;
	print(line: string): void;
	stateFile: string;
	migrationsFolder: string;
	workFolder: string;
	sourceHash(): string;
	buildWeb(appName: string): Promise<void>;
	wrangler: Wrangler;
	pause(ms: number): Promise<void>;
	now(): number;
	stripeRetries: number;
};

export type Run = {
	readonly options: Options;
	readonly around: Surroundings;
	readonly state: StateFile;
	readonly api: PlatformApi;
	/** the account's path, `/accounts/…` */
	readonly account: string;
	/** other names derive from it */
	readonly name: string;
	readonly notices: string[];
	/** things that a dry run couldn't compare */
	readonly unknown: string[];
};

export function right(run: Run, what: string): void {
	run.around.print(`  = ${what}`);
}

/** Prints a change, and makes it unless `--dry-run`. */
export async function change(run: Run, what: string, work: () => Promise<unknown>): Promise<void> {
	run.around.print(`  + ${what}`);
	if (!run.options.dryRun) await work();
}

export function notice(run: Run, sentence: string): void {
	run.notices.push(sentence);
}
