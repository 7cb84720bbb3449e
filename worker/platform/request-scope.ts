import { AsyncLocalStorage } from "node:async_hooks";

export const SERVICES = ["primary", "files", "objects", "provider", "replica"] as const;
export type Service = (typeof SERVICES)[number];

class Waits {
	private readonly total = new Map<Service, number>();
	private readonly open = new Map<Service, { calls: number; since: number }>();
	private readonly depths = new Map<Service, Set<number>>();
	private depth = 0;

	/** A call's depth is one more than that of any call that has already ended. */
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

	/** In ms, in the order of `SERVICES`; concurrent calls count once. */
	times(): number[] {
		return SERVICES.map((service) => this.total.get(service) ?? 0);
	}

	/** Consecutive round trips, in the order of `SERVICES`. */
	trips(): number[] {
		return SERVICES.map((service) => this.depths.get(service)?.size ?? 0);
	}
}

type RequestScope = { readonly requestId: string; readonly waits: Waits };

const scopes = new AsyncLocalStorage<RequestScope>();

/** Logs of `work` contain the id, and its waits are counted. */
export function inScope<T>(requestId: string, work: (scope: RequestScope) => T): T {
	const scope = { requestId, waits: new Waits() };
	return scopes.run(scope, () => work(scope));
}

/** For work whose waits are not the request's. */
export function inBackground<T>(work: () => T): T {
	const scope = scopes.getStore();
	return scope ? scopes.run({ ...scope, waits: new Waits() }, work) : work();
}

export function currentRequestId(): string | undefined {
	return scopes.getStore()?.requestId;
}

export async function waitingFor<T>(service: Service, call: () => PromiseLike<T>): Promise<T> {
	const waits = scopes.getStore()?.waits;
	const depth = waits?.begin(service) ?? 0;
	try {
		return await call();
	} finally {
		waits?.end(service, depth);
	}
}
