/** A number is a status without effect. Only `after` and `after-reset` take effect first. */
export type FaultEffect = number | "timeout" | "reset" | "after" | "after-reset";

export interface Fault {
	/** Under `/v1`, e.g. `/v1/refunds`; `*` stands for one segment, a final `**` for the rest. */
	path: string;
	method: string;
	/** In the body or query, so that concurrent tests don't take each other's fault. */
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

	/** Consumes the fault once. */
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
