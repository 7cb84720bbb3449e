import { env } from "cloudflare:workers";
import type { Ctx } from "../../core/context.ts";
import { dbOf } from "../../platform/storage/db.ts";
import { stripeOf } from "../../platform/stripe.ts";
import { testCtx } from "../fixtures/test-app.ts";

/** Before the call has an effect, or after, with its response lost. */
export type Fault = { where: "database" | "provider"; when: "before" | "after"; at: number };

class Injected extends Error {}

/** Fails the call number `fault.at` (from 1) of one kind. */
class FaultInjector {
	calls = 0;
	readonly #fault: Fault;
	constructor(fault: Fault) {
		this.#fault = fault;
	}
	async through<T>(where: Fault["where"], call: () => Promise<T>): Promise<T> {
		if (where !== this.#fault.where) return call();
		this.calls++;
		// The SDK retries once, so the retry must fail too.
		const repeats = where === "provider" ? 1 : 0;
		const hit = this.calls >= this.#fault.at && this.calls <= this.#fault.at + repeats;
		if (!hit) return call();
		if (this.#fault.when === "after") await call();
		throw new Injected(`${where} call ${this.calls}`);
	}
	get struck(): boolean {
		return this.calls >= this.#fault.at;
	}
}

const RUNS = new Set(["run", "all", "raw", "first"]);
const inner = new WeakMap<object, D1PreparedStatement>();

function statement(injector: FaultInjector, real: D1PreparedStatement): D1PreparedStatement {
	const wrapped = new Proxy(real, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name);
			if (typeof value !== "function") return value;
			return (...args: unknown[]) => {
				if (name === "bind") return statement(injector, target.bind(...args));
				const call = () => Reflect.apply(value, target, args);
				return RUNS.has(String(name)) ? injector.through("database", call) : call();
			};
		},
	});
	inner.set(wrapped, real);
	return wrapped;
}

function database(injector: FaultInjector, real: D1Database): D1Database {
	return new Proxy(real, {
		get(target, name) {
			if (name === "prepare") return (text: string) => statement(injector, target.prepare(text));
			if (name === "batch")
				return (list: D1PreparedStatement[]) =>
					injector.through("database", () =>
						target.batch(list.map((wrapped) => inner.get(wrapped) ?? wrapped)),
					);
			const value: unknown = Reflect.get(target, name);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
}

/** Fails one call to the database or the provider. `struck`: that call was reached. */
export function faultyContext(fault: Fault) {
	const injector = new FaultInjector(fault);
	// Its own configuration gets its own SDK client, which captures `fetch` when created.
	const config = { ...testCtx().config };
	const realFetch = globalThis.fetch;
	globalThis.fetch = (...args: Parameters<typeof fetch>) =>
		injector.through("provider", () => realFetch(...args));
	stripeOf(config);
	globalThis.fetch = realFetch;
	return {
		ctx: (overrides: Partial<Ctx> = {}): Ctx => ({
			...testCtx(),
			config,
			db: dbOf(database(injector, env.DB)),
			...overrides,
		}),
		struck: () => injector.struck,
	};
}
