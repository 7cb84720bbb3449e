import { AsyncLocalStorage } from "node:async_hooks";

/** The services that a request can wait for: the primary database, the store, Durable Objects, the payment provider, a replica of the database. */
export const SERVICES = ["primary", "files", "objects", "provider", "replica"] as const;
export type Service = (typeof SERVICES)[number];

/** What one request has waited for. */
class Waits {
	private readonly total = new Map<Service, number>();
	private readonly open = new Map<Service, { calls: number; since: number }>();
	private readonly depths = new Map<Service, Set<number>>();
	/** How many calls one after the other have ended. */
	private depth = 0;

	/** Begins a call; its depth is one more than that of any call that has ended before. */
	begin(service: Service): number {
		const open = this.open.get(service);
		if (open) open.calls++;
		else this.open.set(service, { calls: 1, since: Date.now() });
		const depth = this.depth + 1;
		const depths = this.depths.get(service);
		if (depths) depths.add(depth);
		else this.depths.set(service, new Set([depth]));
		return depth;
	}

	end(service: Service, depth: number): void {
		this.depth = Math.max(this.depth, depth);
		const open = this.open.get(service);
		if (!open || --open.calls > 0) return;
		this.open.delete(service);
		this.total.set(service, (this.total.get(service) ?? 0) + Date.now() - open.since);
	}

	/** How long, in ms, in the order of `SERVICES`; calls at the same time count once. */
	times(): number[] {
		return SERVICES.map((service) => this.total.get(service) ?? 0);
	}

	/** How many round trips one after the other, in the order of `SERVICES`. */
	trips(): number[] {
		return SERVICES.map((service) => this.depths.get(service)?.size ?? 0);
	}
}

type RequestScope = { readonly requestId: string; readonly waits: Waits };

const scopes = new AsyncLocalStorage<RequestScope>();

/** Does the work of one request or job; its logs name it, and its waits are counted. */
export function inScope<T>(requestId: string, work: (scope: RequestScope) => T): T {
	const scope = { requestId, waits: new Waits() };
	return scopes.run(scope, () => work(scope));
}

/** Does work that the response does not wait for; its logs name the request, its waits are not the request's. */
export function inBackground<T>(work: () => T): T {
	const scope = scopes.getStore();
	return scope ? scopes.run({ ...scope, waits: new Waits() }, work) : work();
}

/** Returns the id of the request or job whose work this is; undefined outside of one. */
export function currentRequestId(): string | undefined {
	return scopes.getStore()?.requestId;
}

/** Calls a service and counts how long its response took. */
export async function waitingFor<T>(service: Service, call: () => PromiseLike<T>): Promise<T> {
	const waits = scopes.getStore()?.waits;
	const depth = waits?.begin(service) ?? 0;
	try {
		return await call();
	} finally {
		waits?.end(service, depth);
	}
}
