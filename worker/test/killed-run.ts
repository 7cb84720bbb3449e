import { env } from "cloudflare:workers";
import type { Ctx } from "../context.ts";
import { primaryDb, replicaDb } from "../platform/storage/db.ts";
import { testCtx } from "./test-app.ts";

/** What a killed process's calls end with; nothing repeats it. */
class Killed extends Error {}

/** After which call a run is killed, counted from 1, and whether that call still has its effect. */
export type Kill = { readonly at: number; readonly when: "before" | "after" };

const RUNS = new Set(["run", "all", "raw", "first"]);

/**
 * One life of a Worker, which a kill ends at one of its calls to the database or the network: that call
 * has its effect or not, its answer is lost, and all later ones are never made.
 */
export class KilledRun {
	calls = 0;
	readonly #kill: Kill | null;
	readonly #work: Promise<unknown>[] = [];
	readonly #inner = new WeakMap<object, D1PreparedStatement>();

	constructor(kill: Kill | null) {
		this.#kill = kill;
	}

	get isDead(): boolean {
		return this.#kill !== null && this.calls >= this.#kill.at;
	}

	/** Makes a call, unless the process is dead. */
	async call<T>(make: () => Promise<T>): Promise<T> {
		if (this.isDead) throw new Killed();
		this.calls++;
		if (!this.isDead) return make();
		if (this.#kill?.when === "after") await make();
		throw new Killed();
	}

	/** A context over the test's database; its background work is awaited by `ended`. */
	ctx(overrides: Partial<Ctx> = {}): Ctx {
		const base = testCtx();
		const database = this.#database();
		return {
			...base,
			db: primaryDb(database, base.bookmarks),
			replica: replicaDb(database, base.bookmarks),
			changes: { toPurge: false, toSeal: false, toDeliver: new Set() },
			inBackground: (work) => {
				this.#work.push(work().catch(() => undefined));
			},
			...overrides,
		};
	}

	/** Resolves when everything that was begun has ended. */
	async ended(): Promise<void> {
		for (let done = 0; done < this.#work.length; ) {
			done = this.#work.length;
			await Promise.all(this.#work);
		}
	}

	#statement(real: D1PreparedStatement): D1PreparedStatement {
		const wrapped: D1PreparedStatement = new Proxy(real, {
			get: (target, name) => {
				const value: unknown = Reflect.get(target, name);
				if (typeof value !== "function") return value;
				return (...args: unknown[]) => {
					if (name === "bind") return this.#statement(target.bind(...args));
					const make = () => Reflect.apply(value, target, args);
					return RUNS.has(String(name)) ? this.call(make) : make();
				};
			},
		});
		this.#inner.set(wrapped, real);
		return wrapped;
	}

	#database(): D1Database {
		const over = <T extends D1Database | D1DatabaseSession>(real: T): T =>
			new Proxy(real, {
				get: (target, name) => {
					if (name === "prepare") return (text: string) => this.#statement(target.prepare(text));
					if (name === "batch")
						return (list: D1PreparedStatement[]) =>
							this.call(() => target.batch(list.map((one) => this.#inner.get(one) ?? one)));
					if (name === "withSession")
						return (from: string) => over((target as D1Database).withSession(from));
					const value: unknown = Reflect.get(target, name);
					return typeof value === "function" ? value.bind(target) : value;
				},
			});
		return over(env.DB);
	}
}
