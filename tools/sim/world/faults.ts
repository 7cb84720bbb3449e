import type { Operation } from "../bindings/call.ts";
import type { Random } from "../engine/random.ts";

/** The platform's messages: before the effect, after it, or for an overload. */
const ERRORS = {
	database: {
		before: [
			"D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
			"D1_ERROR: D1 DB reset because its code was updated.",
			"D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.",
		],
		after: [
			"D1_ERROR: Network connection lost.",
			"D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
		],
		overloaded: [
			"D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
			"D1_ERROR: D1 DB is overloaded. Too many requests queued.",
		],
	},
	files: {
		before: ["get: Service is temporarily unavailable. (10043)"],
		after: [
			"put: We encountered an internal error. Please try again. (10001)",
			"Network connection lost.",
		],
		overloaded: ["put: Reduce your rate of simultaneous writes to the same object. (10058)"],
	},
	objects: {
		before: ["Durable Object reset because its code was updated."],
		after: ["Network connection lost."],
		overloaded: ["Durable Object is overloaded. Too many requests queued."],
	},
	mail: {
		before: ["The mail could not be sent."],
		after: ["Network connection lost."],
		overloaded: [],
	},
} as const;

const KINDS: Partial<Record<Operation["service"], keyof typeof ERRORS>> = {
	primary: "database",
	replica: "database",
	files: "files",
	objects: "objects",
	mail: "mail",
};

/** The share of overloads among faults; they come before an effect. */
const OVERLOADS = 0.1;

export type Fault = { when: "before" | "after" | "overloaded"; error: Error };

export function faultOf({ service }: Operation, rate: number, random: Random): Fault | null {
	const kind = KINDS[service];
	if (!kind || rate === 0 || !random.chance(rate)) return null;
	const hasOverloads = ERRORS[kind].overloaded.length > 0;
	const when =
		hasOverloads && random.chance(OVERLOADS)
			? "overloaded"
			: random.chance(0.5)
				? "before"
				: "after";
	const error = new Error(random.one<string>(ERRORS[kind][when]));
	const marks = when === "overloaded" ? { overloaded: true } : { retryable: true };
	return { when, error: kind === "objects" ? Object.assign(error, marks) : error };
}
