import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { API_VERSION } from "../../../packages/stripe-sandbox/sandbox.ts";
import type { makeSandbox } from "../../../packages/stripe-sandbox/server.ts";
import { HOUR_MS, MINUTE_MS } from "../../../worker/contract/retention.ts";
import { CRONS, type CronName } from "../../../worker/core/crons.ts";
import {
	CONNECT_EVENTS,
	PROVIDER_EVENTS,
} from "../../../worker/payments/settlement/event-kinds.ts";
import { sharedCaches } from "../../../worker/test/fakes/shared-cache.ts";
import type { Call, Operation } from "../bindings/call.ts";
import { Database, d1Binding } from "../bindings/d1.ts";
import { DurableObject, namespaceBinding, ObjectStore } from "../bindings/durable-objects.ts";
import {
	assetsBinding,
	ColoCache,
	imagesBinding,
	mailBinding,
	RateCounter,
} from "../bindings/others.ts";
import { Bucket, r2Binding } from "../bindings/r2.ts";
import { installStreams } from "../bindings/streams.ts";
import type { Bundle, Libraries } from "../engine/bundle.ts";
import { instantiate } from "../engine/instance.ts";
import { Random } from "../engine/random.ts";
import { Scheduler } from "../engine/scheduler.ts";
import { faultOf } from "./faults.ts";
import { type Answer, ConnectionLost, Isolate } from "./isolates.ts";
import { Killer } from "./killer.ts";
import { EventLog } from "./log.ts";
import { Network } from "./network.ts";
import { CALM, type Weather } from "./weather.ts";

export const ORIGIN = "https://tillbox.example";
const PROVIDER = "http://provider.example";
const OPERATOR = "operator@tillbox.example";
const SECRETS = { own: "whsec_own", connected: "whsec_connected" } as const;
/** A Monday. Every third seed begins before the end of a month, since free uploads are counted by month. */
const START = Date.UTC(2027, 0, 4);
const MONTH_END = Date.UTC(2027, 0, 30, 12);
const ISOLATES = 2;
/** The longest a request may take, in ms. */
const ANSWER_MS = 5 * MINUTE_MS;
const BUILT = join(import.meta.dirname, "../../../dist");

/** A call fails with a status, or with 500 after it has acted. */
const FRAGILE =
	/^(?:GET \/v1\/(?:payment_intents\/\w+|disputes|events)|POST \/v1\/(?:payment_intents|refunds|transfers(?:\/\w+\/reversals)?))$/;
const ANSWERS = [400, 429, 500, "after"] as const;

type Sandbox = ReturnType<typeof makeSandbox>;

export type Programs = {
	libraries: Libraries;
	product: Bundle;
	sandbox: Bundle;
	migrations: string;
	/** the version that a deploy replaces, and its migrations */
	older?: Bundle;
	olderMigrations?: string;
};

export type Mail = {
	to: string;
	subject: string;
	text: string;
	/** ms */
	at: number;
	/** the sender received the response */
	isKnown: boolean;
};

export type WorldOptions = {
	programs: Programs;
	seed: number;
	weather: Weather;
	/** begins with the older version and its database */
	isOld?: boolean;
	/** places where an isolate is killed for certain, as `file:line:column` */
	isSought?: (place: string) => boolean;
	listen?: (line: string) => void;
};

const VARIABLES = {
	APP_ORIGIN: ORIGIN,
	APP_SECRET: "a secret for the simulation, at least 32 characters",
	STRIPE_API_BASE: PROVIDER,
	STRIPE_SECRET_KEY: "sk_test_sandbox",
	STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
	STRIPE_WEBHOOK_SECRET: SECRETS.own,
	STRIPE_CONNECT_WEBHOOK_SECRET: SECRETS.connected,
	MAIL_FROM: "Tillbox <mail@tillbox.example>",
	OPERATOR_EMAIL: OPERATOR,
	OPERATORS: OPERATOR,
	PROCESSING_FEE_BORNE_BY: "creator",
};

const randomId = (random: Random) =>
	Array.from({ length: 32 }, () => random.between(0, 15).toString(16)).join("");

export class Violation extends Error {
	override readonly name: string;
	constructor(name: string, message: string) {
		super(message);
		this.name = name;
	}
}

/** A simulated installation, on one clock and one source of randomness. */
export class World {
	readonly scheduler: Scheduler;
	readonly random: Record<"product" | "faults" | "latency" | "provider", Random>;
	readonly log: EventLog;
	readonly network = new Network(this);
	readonly killer: Killer;
	readonly database: Database;
	readonly files: Bucket;
	readonly objects: ObjectStore;
	readonly mails: Mail[] = [];
	readonly operator = OPERATOR;
	violation: Violation | null = null;
	inspect: (who: string, bytes: Uint8Array) => void = () => undefined;
	readonly sandbox: Sandbox;
	readonly libraries: object;
	weather: Weather;
	/** people start nothing more and don't see what is pending */
	isClosed = false;
	version: "old" | "new" = "new";
	readonly pageCaches: ReturnType<typeof sharedCaches>;
	readonly workersModule = {
		DurableObject,
		WorkerEntrypoint: class {
			readonly ctx: object;
			readonly env: object;
			constructor(ctx: object, env: object) {
				this.ctx = ctx;
				this.env = env;
			}
		},
	};
	readonly #boxes = new Map<string, readonly Mail[]>();
	readonly #flood: RateCounter;
	readonly #colo: ColoCache;
	readonly #migrated = new Set<string>();
	readonly #programs: Programs;
	#isolates: Isolate[] = [];
	#forObjects: Isolate | undefined;
	#begun = 0;
	/** the version of the database that every replica has */
	#replicated = 0;
	/** the last visit, in ms */
	#visitedAt: number;
	/** the last run of each cron, in ms */
	readonly #ranAt = new Map<CronName, number>();

	constructor({ programs, seed, weather, isOld = false, isSought, listen }: WorldOptions) {
		installStreams();
		const start = seed % 3 === 0 ? MONTH_END : START;
		this.scheduler = new Scheduler(start);
		this.#visitedAt = start;
		const streams = new Random(seed);
		const stream = () => new Random(Math.floor(streams.next() * 2 ** 32));
		this.random = {
			product: stream(),
			faults: stream(),
			latency: stream(),
			provider: stream(),
		};
		this.#programs = programs;
		if (isOld) this.version = "old";
		this.weather = weather;
		this.log = new EventLog(this.scheduler, listen);
		this.killer = new Killer(stream(), weather.kills, isSought);
		const { scheduler } = this;
		const now = () => Math.floor(scheduler.now);
		this.database = new Database({
			id: "00000001-0000",
			replicas: 2,
			randomBytes: (size) =>
				Uint8Array.from({ length: size }, () => this.random.product.between(0, 255)),
			chooseVersion: (oldest, newest) => this.#lag(oldest, newest),
		});
		const { migrations, olderMigrations = migrations } = programs;
		this.#migrate(isOld ? olderMigrations : migrations);
		this.files = new Bucket({ now, id: () => randomId(this.random.provider) });
		const world = this;
		this.objects = new ObjectStore({
			now,
			classes: {
				get UploadQuota() {
					return world.#ofObjects().product.UploadQuota;
				},
				get UploadSession() {
					return world.#ofObjects().product.UploadSession;
				},
			},
			envOf: ({ isAlive }) => this.#ofObjects().envWhile(isAlive),
		});
		this.pageCaches = sharedCaches({ now });
		this.#flood = new RateCounter({ now, limit: 300, periodMs: MINUTE_MS });
		this.#colo = new ColoCache(now);
		this.libraries = instantiate<{ libraries: object }>(programs.libraries, {
			scheduler,
			random: this.random.product,
			fetch: (input, init) => this.network.fetch("library", input, init),
			isAlive: () => true,
			log: (level, line) => this.hear(level, line),
		}).libraries;
		this.sandbox = this.#openSandbox();
		this.network.add("cloudflare-dns.com", async () =>
			Response.json({ Status: 0, Answer: [{ type: 1, data: "203.0.114.7" }] }),
		);
		this.#keepTime();
	}

	violate(name: string, text: string): void {
		this.log.note("violation", `${name}: ${text}`);
		this.violation ??= new Violation(name, text);
	}

	async ownChecks(): Promise<string[]> {
		const found: string[] = [];
		for (const path of ["files", "renditions", "shares", "purchases", "totals", "acts"])
			for await (const { findings = [] } of this.#pages(path))
				found.push(...findings.map((finding) => `${path}: ${JSON.stringify(finding)}`));
		return found;
	}

	async orphans(): Promise<string[]> {
		const found: string[] = [];
		for await (const { keys = [] } of this.#pages("orphans")) found.push(...keys);
		return found;
	}

	async *#pages(path: string): AsyncGenerator<{ findings?: object[]; keys?: string[] }> {
		const { product, env } = this.#isolate();
		for (let cursor: unknown = null; ; ) {
			const text = typeof cursor === "string" ? cursor : JSON.stringify(cursor);
			const query = cursor === null ? "" : `?cursor=${encodeURIComponent(text)}`;
			const response = await product.checks.fetch(new Request(`${ORIGIN}/${path}${query}`), env);
			const page = (await response.json()) as {
				findings?: object[];
				next?: unknown;
				cursor?: unknown;
			};
			yield page;
			cursor = page.next ?? page.cursor ?? null;
			if (cursor === null) return;
		}
	}

	bundleOf(version: string): Bundle {
		const { product, older } = this.#programs;
		return version === "old" && older ? older : product;
	}

	/** In ms; on average `times` as long as a call to a binding. */
	delay(times = 1): number {
		const { latency } = this.weather;
		// Long waits are rare, and bounded.
		return Math.min(20, -Math.log(1 - this.random.latency.next())) * latency * times;
	}

	/** Carries a call from the Worker to a service and back, with faults. */
	async carry<T>(operation: Operation, effect: () => T | Promise<T>): Promise<T> {
		const { scheduler, log } = this;
		const { service, name, detail } = operation;
		log.count(service);
		log.trace(`${scheduler.steps} ${service} ${name} ${detail}\n`);
		const fault = faultOf(operation, this.weather.bindings, this.random.faults);
		if (service === "objects" && this.random.faults.chance(this.weather.evictions)) {
			const [className = "", object = ""] = detail.split(" ");
			log.note("evicted", detail);
			this.objects.evict(this.objects.idOf(className, object));
		}
		await scheduler.wait(this.delay());
		if (fault) log.note("fault", `${fault.when} ${service} ${name} ${detail.slice(0, 80)}`);
		if (fault && fault.when !== "after") {
			await scheduler.wait(this.delay());
			throw fault.error;
		}
		try {
			return await effect();
		} finally {
			await scheduler.wait(this.delay());
			if (fault) await Promise.reject(fault.error);
		}
	}

	/** @throws ConnectionLost without a response */
	async visit(who: string, request: Request): Promise<Answer> {
		const { scheduler, random, weather, log } = this;
		const what = `${who}: ${request.method} ${new URL(request.url).pathname}`;
		this.#visitedAt = scheduler.now;
		await scheduler.wait(this.delay(5));
		const isFromPeople = who !== "provider";
		if (isFromPeople && random.faults.chance(weather.network / 2)) {
			log.note("lost", what);
			throw new ConnectionLost();
		}
		const hangs = scheduler.after(ANSWER_MS, () =>
			this.violate("nothing-waits", `${what} has had no answer for minutes`),
		);
		const answer = await this.#isolate()
			.respond(request)
			.catch((error: unknown) => {
				if (error instanceof ConnectionLost) log.note("broken", what);
				throw error;
			})
			.finally(() => {
				hangs.run = null;
			});
		// Bad requests are defects of our people, so the log shows the reason.
		const isWrong = [400, 500].includes(answer.status) && who !== "provider";
		const reason = isWrong ? ` ${new TextDecoder().decode(answer.bytes.subarray(0, 300))}` : "";
		log.note("request", `${what} ${answer.status}${reason}`);
		this.inspect(who, answer.bytes);
		await scheduler.wait(this.delay(5));
		if (isFromPeople && random.faults.chance(weather.network / 2)) {
			log.note("lost", `answer to ${what}`);
			throw new ConnectionLost();
		}
		return answer;
	}

	/** Calls the provider as Stripe.js, a bank or time does; null if refused. */
	async provider<T>(
		method: string,
		path: string,
		body: Record<string, unknown> = {},
	): Promise<T | null> {
		const isOwn = path.startsWith("/v1/");
		const response = await this.sandbox.app.fetch(
			new Request(new URL(path, PROVIDER), {
				method,
				...(method !== "GET" && {
					headers: {
						"content-type": isOwn ? "application/x-www-form-urlencoded" : "application/json",
					},
					body: isOwn
						? new URLSearchParams(body as Record<string, string>).toString()
						: JSON.stringify(body),
				}),
			}),
		);
		this.log.note("provider", `${method} ${path} ${response.status}`);
		const text = await response.text();
		return response.ok ? (JSON.parse(text) as T) : null;
	}

	killIsolate(isolate: Isolate, at: string): void {
		this.log.note("kill", `${isolate.name} at ${at}`);
		this.#retire(isolate);
	}

	/** Migrates the database, then replaces the copies of the Worker one by one. */
	async deploy(): Promise<void> {
		this.log.note("deploy", "the new version");
		this.#migrate(this.#programs.migrations);
		this.version = "new";
		for (const isolate of [...this.#isolates, this.#forObjects]) {
			await this.scheduler.wait(this.random.latency.between(1000, 30_000));
			if (isolate?.isAlive) this.#retire(isolate);
		}
	}

	calm(): void {
		this.log.note("calm", "from here on nothing fails");
		this.weather = { ...CALM };
		this.killer.isActive = false;
	}

	hear(level: string, line: string): void {
		if (level === "warn" || level === "error") this.log.note(level, line.slice(0, 400));
	}

	mailsTo(address: string): readonly Mail[] {
		return this.#boxes.get(address) ?? [];
	}

	cachesFor(call: Call): object {
		return { default: this.#colo.binding(call) };
	}

	bindingsFor(call: Call, version: string): object {
		return {
			...VARIABLES,
			DB: d1Binding(this.database, call),
			FILES: r2Binding(this.files, call),
			UPLOAD_QUOTA: namespaceBinding(this.objects, "UploadQuota", call),
			UPLOAD_SESSION: namespaceBinding(this.objects, "UploadSession", call),
			EMAIL: this.#mailBinding(call),
			METRICS: { writeDataPoint: () => undefined },
			FLOOD: this.#flood.binding(call),
			IMAGES: imagesBinding(call),
			ASSETS: assetsBinding(BUILT, call),
			VERSION: { id: version, tag: "", timestamp: "" },
		};
	}

	get sql(): DatabaseSync {
		return this.database.primary.database;
	}

	#mailBinding(call: Call): object {
		return {
			send: async (mail: Pick<Mail, "to" | "subject" | "text">) => {
				const taken: Mail = { ...mail, at: this.scheduler.now, isKnown: false };
				const sent = await mailBinding(call, () => {
					this.mails.push(taken);
					this.#boxes.set(taken.to, [...this.mailsTo(taken.to), taken]);
					this.log.note("mail", `${mail.to}: ${mail.subject}`);
				}).send(mail as never);
				taken.isKnown = true;
				return sent;
			},
		};
	}

	#migrate(folder: string): void {
		for (const name of readdirSync(folder).sort()) {
			if (!name.endsWith(".sql") || this.#migrated.has(name)) continue;
			this.database.write([{ text: readFileSync(join(folder, name), "utf8"), params: [] }]);
			this.#migrated.add(name);
		}
	}

	#isolate(): Isolate {
		if (this.#isolates.length < ISOLATES) this.#isolates.push(this.#begin());
		return this.random.latency.one(this.#isolates);
	}

	#begin(): Isolate {
		return new Isolate(this, `isolate ${++this.#begun}`, this.version);
	}

	#retire(isolate: Isolate): void {
		isolate.kill();
		this.#isolates = this.#isolates.filter((other) => other !== isolate);
		if (isolate !== this.#forObjects) return;
		this.#forObjects = undefined;
		this.objects.evictAll();
	}

	/** All Durable Objects run in one isolate. */
	#ofObjects(): Isolate {
		this.#forObjects ??= this.#begin();
		return this.#forObjects;
	}

	/** Most reads find a replica as old as possible. */
	#lag(oldest: number, newest: number): number {
		const { latency } = this.random;
		const least = Math.max(oldest, this.#replicated);
		return latency.chance(0.7) ? least : latency.between(least, newest);
	}

	#openSandbox(): Sandbox {
		const { scheduler, random, log } = this;
		const { makeSandbox: make } = instantiate<{ makeSandbox: typeof makeSandbox }>(
			this.#programs.sandbox,
			{
				scheduler,
				random: random.provider,
				fetch: (input, init) => this.#deliver(input, init),
				isAlive: () => true,
				log: (level, line) => log.note(`provider ${level}`, line),
			},
		);
		const sandbox = make({ db: ":memory:", now: () => Math.floor(scheduler.now) });
		// No exchange: books are kept in each currency.
		sandbox.sandbox.settings.settles = ["eur", "jpy", "kwd"];
		for (const [events, application, secret] of [
			[PROVIDER_EVENTS, null, SECRETS.own],
			[CONNECT_EVENTS, "ca_sandbox", SECRETS.connected],
		] as const)
			sandbox.sandbox.store.insert(
				"webhook_endpoint",
				{
					id: `we_${secret}`,
					object: "webhook_endpoint",
					api_version: API_VERSION,
					application,
					created: 0,
					description: null,
					enabled_events: [...events],
					livemode: false,
					metadata: {},
					status: "enabled",
					url: `${ORIGIN}/api/stripe/webhook`,
				},
				{ hidden: { secret } },
			);
		this.network.add(new URL(PROVIDER).host, async (request) => {
			const { method } = request;
			const { pathname: path } = new URL(request.url);
			if (FRAGILE.test(`${method} ${path}`) && random.faults.chance(this.weather.provider)) {
				const effect = random.faults.one(ANSWERS);
				log.note("fault", `provider ${effect} ${method} ${path}`);
				sandbox.sandbox.faults.add({ method, path, contains: "", times: 1, effect });
			}
			return sandbox.app.fetch(request);
		});
		return sandbox;
	}

	/** Loses, doubles or delays some events. */
	async #deliver(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
		const { random, weather, scheduler, log } = this;
		const { signal: _, ...rest } = init ?? {};
		const send = async () => {
			await scheduler.wait(this.delay(random.faults.chance(weather.events) ? 2000 : 20));
			const { status, headers } = await this.visit("provider", new Request(input, rest));
			return new Response(null, { status, headers });
		};
		const fate = random.faults.next();
		if (fate < weather.events / 2) {
			log.note("lost", "event of the provider");
			// To the provider it was delivered, so it isn't sent again.
			return new Response();
		}
		if (fate < weather.events) void send().catch(() => undefined);
		return send();
	}

	close(): void {
		this.database.close();
		this.objects.close();
	}

	/** Starts alarms and replication, which are at most a minute late, and crons. */
	#keepTime(): void {
		const { scheduler } = this;
		const poll = () => {
			scheduler.after(MINUTE_MS, poll);
			this.#replicated = this.database.version;
			for (const { id } of this.objects.dueAlarms(scheduler.now)) {
				void this.objects.runAlarm(id);
				if (this.random.faults.chance(this.weather.evictions)) void this.objects.runAlarm(id);
			}
		};
		scheduler.after(MINUTE_MS, poll);
		for (const [name, { everyMs }] of Object.entries(CRONS) as [CronName, { everyMs: number }][])
			if (name !== "backup") this.#scheduleCron(name, scheduler.now + everyMs, everyMs);
	}

	#scheduleCron(name: CronName, at: number, everyMs: number): void {
		const { scheduler, random } = this;
		scheduler.after(at - scheduler.now, () => {
			this.#scheduleCron(name, at + everyMs, everyMs);
			// While nobody visits, a frequent cron runs once an hour, which shortens the nights.
			const ran = this.#ranAt.get(name) ?? 0;
			const isQuiet = this.#visitedAt < ran && !this.isClosed;
			if (isQuiet && scheduler.now - ran < HOUR_MS) return;
			this.#ranAt.set(name, scheduler.now);
			if (random.faults.chance(this.weather.crons)) return;
			void this.#isolate()
				.schedule(CRONS[name].expression)
				.then(
					() => this.log.count(`cron ${name}`),
					(error: unknown) => this.log.note("cron", `${name} ended: ${String(error)}`),
				);
		});
	}
}
