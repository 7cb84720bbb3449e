import { env } from "cloudflare:workers";
import { type Interceptor, interceptedBindings } from "../../platform/intercepted-bindings.ts";

type Service = "primary" | "replica" | "files" | "objects" | "provider";

/** The errors of each service, as the platform words them: before the call had an effect, or after, its answer lost. */
const ERRORS: Readonly<Record<"database" | "files" | "objects", Record<string, Error[]>>> = {
	database: {
		before: [
			new Error("D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node."),
			new Error("D1_ERROR: D1 DB reset because its code was updated."),
			new Error(
				"D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.",
			),
		],
		after: [
			new Error("D1_ERROR: Network connection lost."),
			new Error("D1_ERROR: Internal error in D1 DB storage caused object to be reset."),
		],
		overloaded: [
			new Error("D1_ERROR: D1 DB is overloaded. Requests queued for too long."),
			new Error("D1_ERROR: D1 DB is overloaded. Too many requests queued."),
		],
	},
	files: {
		before: [new Error("get: Service is temporarily unavailable. (10043)")],
		after: [
			new Error("put: We encountered an internal error. Please try again. (10001)"),
			new Error("Network connection lost."),
		],
		overloaded: [
			new Error("put: Reduce your rate of simultaneous writes to the same object. (10058)"),
		],
	},
	objects: {
		before: [
			Object.assign(new Error("Durable Object reset because its code was updated."), {
				retryable: true,
			}),
		],
		after: [Object.assign(new Error("Network connection lost."), { retryable: true })],
		overloaded: [
			Object.assign(new Error("Durable Object is overloaded. Too many requests queued."), {
				overloaded: true,
			}),
		],
	},
};

const kindOf = (service: Service) =>
	service === "files" || service === "objects" ? service : "database";

type Injector = {
	/** from 0 to 1: how many of all calls fail */
	readonly rate: number;
	readonly random: () => number;
};

/** One fault of ten is an overload, which comes before an effect. */
const OVERLOADS = 0.1;

/** Fails calls to the test's bindings at random while `active`, those that Durable Objects make too. */
export class FailingBindings {
	active = false;
	readonly calls = new Map<Service, number>();
	readonly faults = new Map<string, number>();
	readonly #injector: Injector;
	readonly #restore: (() => void)[] = [];

	constructor(injector: Injector) {
		this.#injector = injector;
		const { DB, FILES, UPLOAD_QUOTA, UPLOAD_SESSION } = env;
		const own = {
			DB: unchanged(DB),
			FILES: unchanged(FILES),
			UPLOAD_QUOTA: unchanged(UPLOAD_QUOTA),
			UPLOAD_SESSION: unchanged(UPLOAD_SESSION),
		};
		const failing = interceptedBindings({ ...env, ...own }, this.#through);
		// In place: all code of this runtime, inside of Durable Objects too, shares these objects.
		this.#replace(DB, failing.DB, ["prepare", "batch", "withSession"]);
		this.#replace(FILES, failing.FILES, [
			"head",
			"get",
			"list",
			"put",
			"delete",
			"createMultipartUpload",
			"resumeMultipartUpload",
		]);
		this.#replace(UPLOAD_QUOTA, failing.UPLOAD_QUOTA, ["getByName"]);
		this.#replace(UPLOAD_SESSION, failing.UPLOAD_SESSION, ["getByName"]);
	}

	restore(): void {
		for (const restore of this.#restore) restore();
	}

	get total(): { calls: number; faults: number } {
		const sum = (counts: Map<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0);
		return { calls: sum(this.calls), faults: sum(this.faults) };
	}

	#replace<T extends object>(target: T, source: T, names: readonly (keyof T & string)[]): void {
		for (const name of names) {
			const value = source[name];
			Object.defineProperty(target, name, { value, configurable: true, writable: true });
			this.#restore.push(() => Reflect.deleteProperty(target, name));
		}
	}

	readonly #through: Interceptor = async ({ service }, call) => {
		if (!this.active) return call();
		const { rate, random } = this.#injector;
		this.calls.set(service, (this.calls.get(service) ?? 0) + 1);
		if (random() >= rate) return call();
		const when = random() < OVERLOADS ? "overloaded" : random() < 0.5 ? "before" : "after";
		const name = `${service} ${when}`;
		this.faults.set(name, (this.faults.get(name) ?? 0) + 1);
		if (when === "after") await call();
		const errors = ERRORS[kindOf(service)][when] ?? [];
		const { message, ...properties } = errors[Math.floor(random() * errors.length)] ?? new Error();
		throw Object.assign(new Error(message), properties);
	};
}

/** An object whose methods are those of its class, whatever is put in front of them. */
function unchanged<T extends object>(target: T): T {
	return new Proxy(target, {
		get(object, name) {
			const value: unknown = Reflect.get(Object.getPrototypeOf(object), name, object);
			return typeof value === "function" ? value.bind(object) : value;
		},
	});
}
