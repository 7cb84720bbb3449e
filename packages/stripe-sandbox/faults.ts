/** A number is a status without an effect. `timeout` and `reset` have no effect, `after` and `after-reset` have it first. */
export type FaultEffect = number | "timeout" | "reset" | "after" | "after-reset";

export interface Fault {
	/** A path under `/v1`, e.g. `/v1/refunds`; `*` stands for one segment, a final `**` for the rest. */
	path: string;
	method: string;
	/** A text in the body or query, so that concurrent tests take no other's fault. */
	contains: string;
	times: number;
	effect: FaultEffect;
}

export class Faults {
	#faults: Fault[] = [];
	/** The idempotency keys of calls that a fault keeps waiting. */
	readonly waiting = new Set<string>();

	add(fault: Fault): void {
		this.#faults.push(fault);
	}

	clear(): void {
		this.#faults = [];
	}

	list(): readonly Fault[] {
		return this.#faults;
	}

	/** Returns the fault for this call and consumes it once. */
	take(method: string, path: string, text = ""): FaultEffect | undefined {
		const fault = this.#faults.find(
			(candidate) =>
				(candidate.method === "*" || candidate.method === method) &&
				pattern(candidate.path).test(path) &&
				text.includes(candidate.contains),
		);
		if (fault === undefined) return undefined;
		fault.times -= 1;
		if (fault.times <= 0) this.#faults = this.#faults.filter((candidate) => candidate !== fault);
		return fault.effect;
	}
}

function pattern(path: string): RegExp {
	const source = path
		.split("/")
		.map((part) => {
			if (part === "**") return ".*";
			if (part === "*") return "[^/]+";
			return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
		})
		.join("/");
	return new RegExp(`^${source}$`);
}
