import text from "../../../docs/authorization.md?raw";
import { ERRORS, type ErrorCode } from "../../contract/errors.ts";
import { CASE_NAMES, type CaseName } from "./cases.ts";

/** A status, with the error's code if any, or an original's bytes. */
export type Answer = {
	readonly status: number;
	readonly code: ErrorCode | null;
	readonly bytes: boolean;
};
/** By the names of the columns. */
type Row = ReadonlyMap<string, string>;
type Rule = ReadonlyMap<string, Row>;

/** Routes without a share, and all states that a rule doesn't name. */
const ANY = "any";
const OTHER = "other";
const OTHER_CREATOR = "Other creator";
const OPERATOR = "Operator";
/** Only matter in the console. */
const LACKING = /^Operator[ ,]/;

const cellsOf = (line: string) =>
	line
		.split("|")
		.slice(1, -1)
		.map((cell) => cell.trim());

/** By the heading above each table. */
function tables(): Map<string, string[][]> {
	const found = new Map<string, string[][]>();
	let heading = "";
	for (const line of text.split("\n")) {
		heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading;
		if (!line.startsWith("|") || /^\|[-|: ]+\|$/.test(line)) continue;
		found.set(heading, [...(found.get(heading) ?? []), cellsOf(line)]);
	}
	return found;
}

const TABLES = tables();

function ruleOf(name: string): Rule {
	const [columns = [], ...rows] = TABLES.get(name) ?? [];
	return new Map(
		rows.flatMap(([states = "", ...cells]) => {
			const row = new Map(cells.map((cell, at) => [columns[at + 1] ?? "", cell]));
			return states.split("; ").map((state) => [state, row] as const);
		}),
	);
}

type Route = { readonly rule: string; readonly yes: string; readonly no: string };

/** From docs/authorization.md, by `METHOD /path` as the app names the route. */
export const ROUTES: ReadonlyMap<string, Route> = new Map(
	(TABLES.get("Routes") ?? []).flatMap(([route = "", rule = "", yes = "", no = ""]) => {
		const name = /^`([A-Z]+ \S+)`/.exec(route)?.[1];
		return name ? [[name, { rule, yes: yes || "200", no }]] : [];
	}),
);

/** The permission that a route needs, or `any`; other routes take no tokens. */
export const TOKEN_ROUTES: ReadonlyMap<string, string> = new Map(
	(TABLES.get("Access tokens") ?? []).flatMap(([route = "", permission = ""]) => {
		const name = /^`([A-Z]+ \S+)`/.exec(route)?.[1];
		return name ? [[name, permission]] : [];
	}),
);

/** @throws Error if the route's rule names a state that the tests don't make */
export function statesOf(route: string): readonly CaseName[] {
	const name = ROUTES.get(route)?.rule ?? "";
	const rule = ruleOf(name);
	if (rule.size === 0)
		throw new Error(
			`${route} has the rule "${name}", for which docs/authorization.md has no table`,
		);
	if (rule.has(ANY)) return ["paid"];
	const unknown = [...rule.keys()].filter(
		(state) => state !== OTHER && !CASE_NAMES.includes(state as CaseName),
	);
	if (unknown.length > 0)
		throw new Error(`worker/test/matrix/cases.ts makes no state "${unknown.join('", "')}"`);
	return CASE_NAMES;
}

/** Operators who lack something are tried only if a rule names them. */
export function isTried(route: string, role: string): boolean {
	const [row] = ruleOf(ROUTES.get(route)?.rule ?? "").values();
	return !LACKING.test(role) || row?.has(role) === true;
}

function answerOf(cell: string): Answer {
	if (cell === "bytes") return { status: 200, code: null, bytes: true };
	if (/^\d{3}$/.test(cell)) return { status: Number(cell), code: null, bytes: false };
	if (cell in ERRORS) {
		const code = cell as ErrorCode;
		return { status: ERRORS[code][0], code, bytes: false };
	}
	throw new Error(`"${cell}" in docs/authorization.md is no status and no code of an error`);
}

/** From docs/authorization.md. @throws Error if it says nothing. */
export function expected(route: string, state: CaseName, role: string): Answer {
	const found = ROUTES.get(route);
	const rule = ruleOf(found?.rule ?? "");
	const row = rule.get(ANY) ?? rule.get(state) ?? rule.get(OTHER);
	// Outside the console an operator is a creator like any other.
	const cell = row?.get(role) ?? (role === OPERATOR ? row?.get(OTHER_CREATOR) : undefined);
	if (!found || !cell)
		throw new Error(
			`docs/authorization.md says nothing about ${role} (${state}) in its rule "${found?.rule}"`,
		);
	if (cell === "yes") return answerOf(found.yes);
	return answerOf(cell === "no" ? found.no : cell);
}
