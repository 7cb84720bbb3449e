import type { sharedCaches } from "../../../worker/test/fakes/shared-cache.ts";
import type { Call } from "../bindings/call.ts";
import type { Bundle } from "../engine/bundle.ts";
import { instantiate } from "../engine/instance.ts";
import type { Random } from "../engine/random.ts";
import type { Scheduler } from "../engine/scheduler.ts";
import type { Killer } from "./killer.ts";
import type { Network } from "./network.ts";

type Platform = {
	readonly scheduler: Scheduler;
	readonly random: { readonly product: Random };
	readonly network: Network;
	readonly killer: Killer;
	readonly pageCaches: ReturnType<typeof sharedCaches>;
	readonly workersModule: object;
	readonly libraries: object;
	bundleOf(version: string): Bundle;
	bindingsFor(call: Call, version: string): object;
	cachesFor(call: Call): object;
	carry: Call;
	hear(level: string, line: string): void;
	killIsolate(isolate: Isolate, at: string): void;
};

export type Product = {
	default: {
		fetch(request: Request, env: object, execution: object): Promise<Response>;
		scheduled(
			event: { cron: string; scheduledTime: number },
			env: object,
			execution: object,
		): Promise<void>;
	};
	checks: { fetch(request: Request, env: object): Promise<Response> };
	UploadQuota: new (state: never, env: never) => object;
	UploadSession: new (state: never, env: never) => object;
	PublicSharePage: Entrypoint;
	Rendition: Entrypoint;
};
type Entrypoint = new (
	execution: object,
	env: object,
) => { fetch(request: Request): Promise<Response>; purge(tags: string[]): Promise<boolean> };

/** Thrown to callers of an isolate that was killed. */
export class ConnectionLost extends Error {
	constructor() {
		super("The connection broke off.");
	}
}

export class Isolate {
	readonly name: string;
	readonly version: string;
	readonly product: Product;
	readonly env: object;
	isAlive = true;
	readonly #world: Platform;
	readonly #never = new Promise<never>(() => undefined);
	readonly #lost = Promise.withResolvers<never>();

	constructor(world: Platform, name: string, version: string) {
		this.#world = world;
		this.name = name;
		this.version = version;
		this.#lost.promise.catch(() => undefined);
		const isAlive = () => this.isAlive;
		this.product = instantiate<Product>(world.bundleOf(version), {
			scheduler: world.scheduler,
			random: world.random.product,
			fetch: (input, init) => this.#guarded(() => world.network.fetch("Worker", input, init)),
			isAlive,
			log: (level, line) => world.hear(level, line),
			caches: world.cachesFor(this.#call),
			libraries: world.libraries,
			onAwait: (at, value) => this.#wait(at, value),
			modules: { "cloudflare:workers": world.workersModule },
		});
		this.env = world.bindingsFor(this.#call, version);
	}

	/** Its pending work never settles, and its callers get `ConnectionLost`. */
	kill(): void {
		this.isAlive = false;
		this.#lost.reject(new ConnectionLost());
	}

	/** @throws ConnectionLost if it is killed before the work ends */
	fromOutside<T>(work: () => Promise<T>): Promise<T> {
		return Promise.race([work(), this.#lost.promise]);
	}

	respond(request: Request): Promise<Answer> {
		return this.fromOutside(async () => {
			const response = await this.product.default.fetch(request, this.env, this.execution());
			const { status, headers } = response;
			// A stream that fails half-way is cut off.
			const body = await response.arrayBuffer().catch(() => Promise.reject(new ConnectionLost()));
			return { status, headers, bytes: new Uint8Array(body) };
		});
	}

	schedule(cron: string): Promise<void> {
		const event = { cron, scheduledTime: Math.floor(this.#world.scheduler.now) };
		return this.fromOutside(() =>
			this.product.default.scheduled(event, this.env, this.execution()),
		);
	}

	execution(): object {
		const { place } = this.#world.pageCaches;
		const behind = (name: "pages" | "renditions", Class: Entrypoint) => {
			const cache = { purge: async () => ({ success: true }) };
			const entrypoint = () => new Class({ waitUntil: () => undefined, cache }, this.env);
			return place(name, {
				// Its caller may live on in another isolate.
				fetch: (request: Request) => this.fromOutside(() => entrypoint().fetch(request)),
				purge: (tags: string[]) => this.fromOutside(() => entrypoint().purge(tags)),
			});
		};
		return {
			waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
			passThroughOnException: () => undefined,
			exports: {
				PublicSharePage: behind("pages", this.product.PublicSharePage),
				Rendition: behind("renditions", this.product.Rendition),
			},
		};
	}

	/** Bindings of a Durable Object, which answer while its instance and this isolate live. */
	envWhile(isAlive: () => boolean): object {
		const call: Call = (operation, effect) =>
			isAlive() ? this.#call(operation, effect) : this.#never;
		return this.#world.bindingsFor(call, this.version);
	}

	readonly #call: Call = (operation, effect) =>
		this.#guarded(() => this.#world.carry(operation, effect));

	/** Killed code neither starts nor settles anything. */
	async #guarded<T>(work: () => Promise<T>): Promise<T> {
		if (!this.isAlive) return this.#never;
		try {
			const value = await work();
			return this.isAlive ? value : await this.#never;
		} catch (error) {
			if (!this.isAlive) return this.#never;
			throw error;
		}
	}

	#wait<T>(at: string, value: T): T | Promise<never> {
		if (this.isAlive && this.#world.killer.strikes(at, this.version))
			this.#world.killIsolate(this, at);
		if (this.isAlive) return value;
		if (value instanceof Promise) value.catch(() => undefined);
		return this.#never;
	}
}

export type Answer = { status: number; headers: Headers; bytes: Uint8Array };
