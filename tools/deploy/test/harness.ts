import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox } from "../../../packages/stripe-sandbox/server.ts";
import { ROOT } from "../../local/processes.ts";
import type { Options, Surroundings } from "../context.ts";
import { deploy } from "../deploy.ts";
import { StandInAccount } from "./account.ts";
import { StandIn } from "./platform.ts";
import { quickWrangler } from "./uploader.ts";

export const KEYS = {
	CLOUDFLARE_API_TOKEN: "token",
	STRIPE_SECRET_KEY: "sk_test_sandbox",
	STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
};

const NO_OPTIONS: Options = {
	environment: "production",
	dryRun: false,
	rollback: false,
	force: false,
	adopt: false,
};

type Around = Partial<Surroundings> & { env?: Record<string, string | undefined> };

export class Operator {
	readonly platform: StandIn;
	readonly folder = mkdtempSync(join(tmpdir(), "tillbox-deploy-"));
	readonly lines: string[] = [];
	source = "first";
	#clock = 0;

	constructor(platform: StandIn) {
		this.platform = platform;
	}

	get account(): StandInAccount {
		return this.platform.account;
	}

	async deploy(options: Partial<Options> = {}, around: Around = {}): Promise<void> {
		this.lines.length = 0;
		this.platform.calls.length = 0;
		const { url } = this.platform;
		const addresses = {
			CLOUDFLARE_API_BASE_URL: `${url}/client/v4`,
			STRIPE_API_BASE: url,
			HEALTH_ORIGIN: url,
		};
		await deploy(
			{ ...NO_OPTIONS, ...options },
			{
				ask: null,
				print: (line) => this.lines.push(line),
				stateFile: this.stateFile,
				migrationsFolder: join(ROOT, "migrations"),
				workFolder: join(this.folder, "work"),
				sourceHash: () => this.source,
				buildWeb: async () => {},
				wrangler: quickWrangler({ stored: null }),
				pause: async (ms) => {
					this.#clock += ms;
				},
				now: () => this.#clock,
				stripeRetries: 0,
				...around,
				env: { ...addresses, ...KEYS, ...around.env },
			},
		);
	}

	async refusal(options: Partial<Options> = {}, around: Around = {}): Promise<string> {
		try {
			await this.deploy(options, around);
		} catch (error) {
			if (error instanceof Error && error.constructor.name.endsWith("Error")) return error.message;
			throw error;
		}
		throw new Error("Expected the run to fail.");
	}

	get stateFile(): string {
		return join(this.folder, ".deploy.json");
	}

	/** By environment; null without a file. */
	get state(): Record<
		string,
		{ vars: Record<string, string>; webhookId?: string; connectWebhookId?: string }
	> | null {
		return existsSync(this.stateFile) ? JSON.parse(readFileSync(this.stateFile, "utf8")) : null;
	}

	get stateMode(): number {
		return statSync(this.stateFile).mode & 0o777;
	}

	get output(): string {
		return this.lines.join("\n");
	}

	get changes(): string[] {
		return this.platform.calls
			.filter(({ isChange }) => isChange)
			.map(({ method, path }) => `${method} ${path.replace(/^.*\/accounts\/[^/]+/, "")}`);
	}

	/** Simulates another machine. */
	forget(): void {
		rmSync(this.folder, { recursive: true, force: true });
		mkdirSync(this.folder);
	}
}

export async function startTools() {
	const sandbox = await startSandbox({ port: 0, db: ":memory:", mailDirs: [] });
	const operators: Operator[] = [];
	return {
		sandbox,
		newOperator: async (account = new StandInAccount()): Promise<Operator> => {
			sandbox.sandbox.reset();
			const platform = new StandIn(account, sandbox.url);
			await platform.start();
			const operator = new Operator(platform);
			operators.push(operator);
			return operator;
		},
		/** Omits everything that differs between runs. */
		endState: (operator: Operator): object => {
			const secret = operator.account.servedSecret("tillbox", "STRIPE_WEBHOOK_SECRET");
			const endpoints = [...sandbox.sandbox.store.all("webhook_endpoint")];
			const connectSecret = operator.account.servedSecret(
				"tillbox",
				"STRIPE_CONNECT_WEBHOOK_SECRET",
			);
			const { vars = {}, webhookId, connectWebhookId } = operator.state?.production ?? {};
			return {
				...operator.account.summary(),
				endpoints: endpoints.map(({ url, status, application, enabled_events, metadata }) => ({
					url,
					status,
					application,
					enabled_events,
					metadata,
				})),
				isWebhookKnown: endpoints.every(({ id }) => id === webhookId || id === connectWebhookId),
				isSecretServed:
					secret !== undefined &&
					secret === vars.STRIPE_WEBHOOK_SECRET &&
					connectSecret !== undefined &&
					connectSecret === vars.STRIPE_CONNECT_WEBHOOK_SECRET,
				isAppSecretServed:
					operator.account.servedSecret("tillbox", "APP_SECRET") === vars.APP_SECRET,
				prices: [...sandbox.sandbox.store.all("price")].map(({ lookup_key, active }) => ({
					lookup_key,
					active,
				})),
				variables: Object.keys(vars).sort(),
			};
		},
		end: async (operator: Operator): Promise<void> => {
			await operator.platform.close();
			rmSync(operator.folder, { recursive: true, force: true });
			operators.splice(operators.indexOf(operator), 1);
		},
		close: async (): Promise<void> => {
			for (const { platform, folder } of operators.splice(0)) {
				await platform.close();
				rmSync(folder, { recursive: true, force: true });
			}
			await sandbox.close();
		},
	};
}
