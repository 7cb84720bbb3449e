import type { Credentials, PlatformApi } from "./platform-api.ts";
import type { StateFile } from "./state-file.ts";

/** What the command line asks for. */
export type Options = {
	/** `production`, or the name of another installation beside it, such as `staging` */
	environment: string;
	dryRun: boolean;
	gradual: boolean;
	/** true: to the version before; a text: to that version */
	rollback: boolean | string;
	/** roll back although secrets were changed since */
	force: boolean;
	/** take over a database, bucket or Worker of the right name that another project may own */
	adopt: boolean;
};

export type Upload = {
	/** `deploy` serves the new version at once; `version` only stores it */
	kind: "deploy" | "version";
	configFile: string;
	secretsFile: string;
	tag: string;
	/** the environment variables that Wrangler needs for the same account and address */
	env: Record<string, string>;
};

/** Wrangler's part: signing in, reading its configuration, bundling and uploading. */
export type Wrangler = {
	/** null when nobody is signed in */
	credentials(): Promise<Credentials | null>;
	login(): Promise<void>;
	readConfig(): Promise<RawConfig>;
	upload(upload: Upload): Promise<void>;
	/** bundles the Worker without uploading it; returns its size in words */
	measure(): Promise<string>;
};

/** The fields of wrangler.toml that a deploy reads or replaces; the others are passed on. */
export type RawConfig = {
	name: string;
	main: string;
	/** what `wrangler dev` runs first; a deploy has built with the installation's name */
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

/** What a deploy needs from outside; tests replace it. */
export type Surroundings = {
	env: Readonly<Record<string, string | undefined>>;
	/** asks the operator; null where nobody can answer */
	ask: ((question: string, suggestion: string) => Promise<string>) | null;
	print(line: string): void;
	/** where everything learnt is kept */
	stateFile: string;
	/** the file of variables of earlier releases, read where it exists */
	varsFile: string;
	migrationsFolder: string;
	/** the folder for what is passed to Wrangler */
	workFolder: string;
	/** a hash of the sources that make up the Worker and the web app */
	sourceHash(): string;
	buildWeb(appName: string): Promise<void>;
	wrangler: Wrangler;
	pause(ms: number): Promise<void>;
	now(): number;
	/** how often the Stripe SDK repeats a call */
	stripeRetries: number;
};

/** One run of the command. */
export type Run = {
	readonly options: Options;
	readonly around: Surroundings;
	readonly state: StateFile;
	readonly api: PlatformApi;
	/** the path of the account, `/accounts/…` */
	readonly account: string;
	/** the Worker's name, from which the others are derived */
	readonly name: string;
	/** sentences for the end: what the operator still has to do */
	readonly notices: string[];
	/** of a dry run: what could not be looked at, and why */
	readonly unknown: string[];
};

/** Prints that something is right as it is. */
export function right(run: Run, what: string): void {
	run.around.print(`  = ${what}`);
}

/** Prints a change and makes it; with `--dry-run` it is only printed. */
export async function change(run: Run, what: string, work: () => Promise<unknown>): Promise<void> {
	run.around.print(`  + ${what}`);
	if (!run.options.dryRun) await work();
}

/** Adds a sentence about what the operator has to do; all are printed at the end. */
export function notice(run: Run, sentence: string): void {
	run.notices.push(sentence);
}
