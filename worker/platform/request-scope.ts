import { AsyncLocalStorage } from "node:async_hooks";

/** What a request can wait for. */
const WAITS = ["database", "files", "objects", "provider"] as const;
type Wait = (typeof WAITS)[number];

/** How long a request has waited, by what for, in ms; calls at the same time count once. */
class Waits {
	private readonly total = new Map<Wait, number>();
	private readonly open = new Map<Wait, { calls: number; since: number }>();

	begin(kind: Wait): void {
		const open = this.open.get(kind);
		if (open) open.calls++;
		else this.open.set(kind, { calls: 1, since: Date.now() });
	}

	end(kind: Wait): void {
		const open = this.open.get(kind);
		if (!open || --open.calls > 0) return;
		this.open.delete(kind);
		this.total.set(kind, (this.total.get(kind) ?? 0) + Date.now() - open.since);
	}

	/** The totals in the order database, files, objects, provider. */
	values(): number[] {
		return WAITS.map((kind) => this.total.get(kind) ?? 0);
	}
}

type RequestScope = { readonly requestId: string; readonly waits: Waits };

const scopes = new AsyncLocalStorage<RequestScope>();

/** Does the work of one request or job; its logs name it, and its waits are counted. */
export function inScope<T>(requestId: string, work: (scope: RequestScope) => T): T {
	const scope = { requestId, waits: new Waits() };
	return scopes.run(scope, () => work(scope));
}

/** Returns the id of the request or job whose work this is; undefined outside of one. */
export function currentRequestId(): string | undefined {
	return scopes.getStore()?.requestId;
}

/** Calls a service and counts how long its response took. */
export async function waitingFor<T>(kind: Wait, call: () => PromiseLike<T>): Promise<T> {
	const waits = scopes.getStore()?.waits;
	waits?.begin(kind);
	try {
		return await call();
	} finally {
		waits?.end(kind);
	}
}
