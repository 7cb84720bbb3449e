/**
 * What goes wrong. A number answers that status and does nothing;
 * `timeout` and `reset` do nothing and never answer or drop the connection;
 * `after` and `after-reset` do the work first and then answer 500 or drop the connection.
 */
export type FaultEffect = number | "timeout" | "reset" | "after" | "after-reset";

export interface Fault {
	/** A path under `/v1`, e.g. `/v1/refunds`; `*` stands for one segment, a final `**` for the rest. */
	path: string;
	method: string;
	/** How many calls it still hits. */
	times: number;
	effect: FaultEffect;
}

/** Faults that tests set and calls use up. */
export class Faults {
	#faults: Fault[] = [];

	add(fault: Fault): void {
		this.#faults.push(fault);
	}

	clear(): void {
		this.#faults = [];
	}

	list(): readonly Fault[] {
		return this.#faults;
	}

	/** The fault that hits this call, used up by one. */
	take(method: string, path: string): FaultEffect | undefined {
		const fault = this.#faults.find(
			(candidate) =>
				(candidate.method === "*" || candidate.method === method) &&
				pattern(candidate.path).test(path),
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
