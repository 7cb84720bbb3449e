import { ROUTE_DOCS } from "../../app.docs.ts";
import { ERRORS, type ErrorCode } from "../../contract/errors.ts";
import type { RouteDoc } from "../../route.docs.ts";
import { CASE_NAMES, type CaseName } from "./cases.ts";
import { type Cell, type RoleName, RULES, type Rule } from "./rules.ts";

/** A status, with the error's code if any, or an original's bytes. */
export type Answer = {
	readonly status: number;
	readonly code: ErrorCode | null;
	readonly bytes: boolean;
};

/** Only matter in the console. */
const LACKING = /^Operator[ ,]/;

function ruleOf(route: string): Rule {
	const found = ROUTE_DOCS[route];
	if (!found) throw new Error(`No *.docs.ts has ${route}`);
	return RULES[found.who];
}

/** One state is enough for a route without a share. */
export const statesOf = (route: string): readonly CaseName[] =>
	ruleOf(route).any ? ["paid"] : CASE_NAMES;

/** Operators who lack something are tried only if a rule names them. */
export const isTried = (route: string, role: RoleName): boolean =>
	!LACKING.test(role) || ruleOf(route).any?.[role] !== undefined;

function answerOf(cell: Cell): Answer {
	if (cell === "bytes") return { status: 200, code: null, bytes: true };
	if (typeof cell === "number") return { status: cell, code: null, bytes: false };
	if (cell === "yes" || cell === "no") throw new Error(`A route has to say what "${cell}" means`);
	return { status: ERRORS[cell][0], code: cell, bytes: false };
}

const firstSuccess = (doc: RouteDoc | undefined): number =>
	doc && "ok" in doc ? Number(Object.keys(doc.ok)[0]) : 200;

/** @throws Error if the rule says nothing */
export function expected(route: string, state: CaseName, role: RoleName): Answer {
	const rule = ruleOf(route);
	const row = rule.any ?? rule[state] ?? rule.other;
	// Outside the console an operator is a creator like any other.
	const cell = row?.[role] ?? (role === "Operator" ? row?.["Other creator"] : undefined);
	const doc = ROUTE_DOCS[route];
	if (cell === undefined)
		throw new Error(`The rule of ${route} says nothing about ${role} (${state})`);
	if (cell === "yes") return answerOf(doc?.yes ?? firstSuccess(doc));
	return answerOf(cell === "no" ? (doc?.no ?? "no") : cell);
}
