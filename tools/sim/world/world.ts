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
/** A Monday. Every third seed begins before a month ends, since free uploads are counted by months. */
const START = Date.UTC(2027, 0, 4);
const MONTH_END = Date.UTC(2027, 0, 30, 12);
/** How many copies of the Worker run side by side. */
const ISOLATES = 2;
/** No request takes longer, in ms. */
const ANSWER_MS = 5 * MINUTE_MS;
const BUILT = join(import.meta.dirname, "../../../dist");

/** The Worker's calls to the provider that may fail, and how: with a status, or with 500 once it has acted. */
const FRAGILE =
	/^(?:GET \/v1\/(?:payment_intents\/\w+|disputes|events)|POST \/v1\/(?:payment_intents|refunds|transfers(?:\/\w+\/reversals)?))$/;
const ANSWERS = [400, 429, 500, "after"] as const;

type Sandbox = ReturnType<typeof makeSandbox>;

/** The programs that a world runs: the product, perhaps in an older version too, and the provider. */
export type Programs = {
	libraries: Libraries;
	product: Bundle;
	sandbox: Bundle;
	/** the folder of the product's migrations */
	migrations: string;
	/** the version that a deploy replaces, and its migrations */
	older?: Bundle;
	olderMigrations?: string;
};

/** A mail that was sent. */
export type Mail = {
	to: string;
	subject: string;
	text: string;
	/** ms */
	at: number;
	/** the answer reached its sender, who thus knows that it was sent */
	isKnown: boolean;
};

export type WorldOptions = {
	programs: Programs;
	seed: number;
	weather: Weather;
	/** the older version runs at first, with its database */
	isOld?: boolean;
	/** places where the code waits at which an isolate dies for certain, as `file:line:column` */
	isSought?: (place: string) => boolean;
	/** gets each line of the log */
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

/** Something that must not happen did. */
export class Violation extends Error {
	/** the invariant's name */
	override readonly name: string;
	constructor(name: string, message: string) {
		super(message);
		this.name = name;
	}
}

/** Everything that one simulated installation consists of, on one clock and one source of chance. */
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
	/** the first thing that must not happen, once it has */
	violation: Violation | null = null;
	/** sees each response before its receiver */
	inspect: (who: string, bytes: Uint8Array) => void = () => undefined;
	readonly sandbox: Sandbox;
	/** the packages that all isolates share */
	readonly libraries: object;
	weather: Weather;
	/** people have gone home: they begin nothing more, and don't see the end of what they began */
	isClosed = false;
	/** the version that new isolates run */
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
	/** the version of the database that all replicas have */
	#replicated = 0;
	/** when somebody last came, in ms */
	#visitedAt: number;
	/** when a cron last ran, in ms */
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
			// One that somebody's reads have brought up to date, and one that is behind.
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

	/** Notes that something happened which must not; the run ends. */
	violate(name: string, text: string): void {
		this.log.note("violation", `${name}: ${text}`);
		this.violation ??= new Violation(name, text);
	}

	/** What the product's own checks find, over all that is stored. */
	async ownChecks(): Promise<string[]> {
		const found: string[] = [];
		for (const path of ["files", "renditions", "shares", "purchases", "totals", "acts"])
			for await (const { findings = [] } of this.#pages(path))
				found.push(...findings.map((finding) => `${path}: ${JSON.stringify(finding)}`));
		return found;
	}

	/** The keys of stored objects that no record names. */
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

	/** The time that a message takes, in ms, on average so many times as long as a call to a binding. */
	delay(times = 1): number {
		const { latency } = this.weather;
		// Long waits are rare, and there is no wait without an end.
		return Math.min(20, -Math.log(1 - this.random.latency.next())) * latency * times;
	}

	/** Takes a call from the Worker to a service and back, unless the weather prevents it. */
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

	/** Sends a request to the product as somebody from outside. @throws ConnectionLost when no answer comes */
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
		// A request that can't be right is a defect of the person who sent it.
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

	/** Calls the provider as Stripe.js does, a bank or time itself; null when it refuses. */
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

	/** Ends a running copy of the Worker in the middle of what it does. */
	killIsolate(isolate: Isolate, at: string): void {
		this.log.note("kill", `${isolate.name} at ${at}`);
		this.#retire(isolate);
	}

	/** Brings the database up to date, then lets new copies of the Worker run; the old ones are replaced one after the other. */
	async deploy(): Promise<void> {
		this.log.note("deploy", "the new version");
		this.#migrate(this.#programs.migrations);
		this.version = "new";
		for (const isolate of [...this.#isolates, this.#forObjects]) {
			await this.scheduler.wait(this.random.latency.between(1000, 30_000));
			if (isolate?.isAlive) this.#retire(isolate);
		}
	}

	/** Ends all faults. */
	calm(): void {
		this.log.note("calm", "from here on nothing fails");
		this.weather = { ...CALM };
		this.killer.isActive = false;
	}

	/** Gets what the Worker logs. */
	hear(level: string, line: string): void {
		if (level === "warn" || level === "error") this.log.note(level, line.slice(0, 400));
	}

	/** The mails that an address got, the oldest first. */
	mailsTo(address: string): readonly Mail[] {
		return this.#boxes.get(address) ?? [];
	}

	/** The platform's cache, for an isolate whose calls go by `call`. */
	cachesFor(call: Call): object {
		return { default: this.#colo.binding(call) };
	}

	/** The bindings of an isolate whose calls go by `call`. */
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

	/** The primary database, for those who look at it from outside. */
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

	/** Applies the migrations that the database lacks. */
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

	/** The isolate that all Durable Objects run in. */
	#ofObjects(): Isolate {
		this.#forObjects ??= this.#begin();
		return this.#forObjects;
	}

	/** Most reads find a replica as far behind as it may be. */
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
		// Nothing is exchanged: the books are kept in each currency.
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

	/** An event on its way to the product: it may be lost, or come twice, and later than others. */
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
			// The provider takes it for delivered: nothing sends it again.
			return new Response();
		}
		if (fate < weather.events) void send().catch(() => undefined);
		return send();
	}

	/** Ends it: nothing of it can be asked any more. */
	close(): void {
		this.database.close();
		this.objects.close();
	}

	/** Begins what happens by itself: alarms and replicas, which are a minute late at most, and crons. */
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
			// Nights are long: while nobody comes, a frequent cron runs once an hour.
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
