import { env } from "cloudflare:workers";
import { ROUTE_DOCS } from "../../app.docs.ts";
import type { RouteDoc } from "../../route.docs.ts";
import type { Sent } from "./arranged.ts";
import { CASE_NAMES, type CaseName } from "./cases.ts";
import { type Answer, expected, statesOf } from "./expectations.ts";
import { requestOf } from "./requests.ts";
import type { RoleName } from "./rules.ts";
import { differences, EVERYTHING } from "./stored-state.ts";
import { CANARY, type Role, rolesOf, type World } from "./world.ts";

/** Steps by a number that shares no factor with most numbers of states. */
const TURNS = new Map(Object.keys(ROUTE_DOCS).map((route, at) => [route, 5 * at]));
const COUNTED = ["attempts"];
// A listener lives on while it is asked.
const VISITED = [
	"share_views",
	"share_days",
	"totals",
	"purchase_holders",
	"download_log",
	"webhook_endpoints",
];

export type Cell = {
	route: string;
	method: string;
	state: CaseName;
	roleName: RoleName;
	role: Role;
};

const nameOf = ({ route, method, state, roleName }: Cell) =>
	`${route}${method === "HEAD" ? " (as HEAD)" : ""}, ${roleName}, ${state}`;

function pathOf(route: string, params: Record<string, string>): string {
	const path = route.slice(route.indexOf(" ") + 1).replace(/\{[^}]*\}/g, "");
	return path
		.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
		.replace("*", params["*"] ?? "");
}

export function sendCell(world: World, cell: Cell, sent: Sent): Promise<Response> {
	const { params = {}, query = "", json, body, headers = {} } = sent;
	const path = pathOf(cell.route, { shareId: world.sold[cell.state].share.slug, ...params });
	const init: RequestInit = { method: cell.method };
	const own = new Headers(headers);
	if (json !== undefined) {
		own.set("content-type", "application/json");
		init.body = JSON.stringify(json);
	} else if (body !== undefined) init.body = body;
	return world.send(path + query, { ...init, headers: own }, cell.role.cookies);
}

async function answered(world: World, cell: Cell, sent: Sent): Promise<Answer> {
	const response = await sendCell(world, cell, sent);
	const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
	const isJson = response.headers.get("content-type")?.includes("json");
	const code = response.status >= 400 && isJson && text !== "" ? JSON.parse(text).code : null;
	return { status: response.status, code, bytes: text.includes(CANARY) };
}

function faults(cell: Cell, want: Answer, got: Answer): string[] {
	const isHead = cell.method === "HEAD";
	const isSame =
		want.status === got.status && (isHead || want.code === null || want.code === got.code);
	return [
		...(isSame
			? []
			: [`expected ${want.code ?? want.status}, got ${got.status} ${got.code ?? ""}`.trim()]),
		...(got.bytes && !want.bytes ? ["got bytes of an original"] : []),
		...(want.bytes && !got.bytes && !isHead ? ["got no bytes of the original"] : []),
	].map((fault) => `${nameOf(cell)}: ${fault}`);
}

export async function prepared(world: World, { route, state, roleName, role }: Cell) {
	const want = expected(route, state, roleName);
	const at = { world, role, state, sold: world.sold[state], granted: want.status < 400 };
	return { want, sent: await requestOf(route, at) };
}

/** Returns the faults of the response and of the request's changes. */
async function tryCell(world: World, cell: Cell, want: Answer, sent: Sent): Promise<string[]> {
	const before = await world.stored.read();
	const got = await answered(world, cell, sent);
	const changed = differences(before, await world.stored.read());
	const mayChange = isReading(cell.route) ? [...COUNTED, ...VISITED] : EVERYTHING;
	const allowed = got.status >= 400 ? COUNTED : mayChange;
	const tables = changed.filter((name) => !allowed.includes(name));
	return [
		...faults(cell, want, got),
		...(tables.length > 0
			? [`${nameOf(cell)}: changed ${tables.join(", ")} with status ${got.status}`]
			: []),
	];
}

export const isReading = (route: string) => /^(?:GET|ALL) /.test(route);

const DOES_ALL_ROUNDS = env.ALL_ROUNDS === "true";

/**
 * One state of each kind (paid content exists, isn't bought, is gone for everyone or for some);
 * `npm run verify -- full` tries all.
 */
const FEW_STATES: readonly CaseName[] = DOES_ALL_ROUNDS
	? CASE_NAMES
	: ["paid", "not bought", "taken down", "deleted, kept"];

/** Routes that may open what is sold are tried in every state. */
const OPENING: readonly RouteDoc["who"][] = ["bytes", "previews", "renditions", "share page"];
/** States with the same answer to a role, per route. */
const ALIKE = 2;

/** Of the states that are answered alike, others on each route, so that the routes together try all. */
function statesTried(route: string, roleName: RoleName): readonly CaseName[] {
	const states = statesOf(route);
	const who = ROUTE_DOCS[route]?.who;
	if (DOES_ALL_ROUNDS || (who && OPENING.includes(who))) return states;
	const turn = (TURNS.get(route) ?? 0) % states.length;
	const tried = new Map<string, number>();
	return [...states.slice(turn), ...states.slice(0, turn)].filter((state) => {
		const { status, code, bytes } = expected(route, state, roleName);
		const answer = `${status} ${code} ${bytes}`;
		const count = (tried.get(answer) ?? 0) + 1;
		tried.set(answer, count);
		return count <= ALIKE;
	});
}

function casesOf(route: string, roleName: RoleName): { method: string; state: CaseName }[] {
	const [named = ""] = route.split(" ");
	const few = statesOf(route).filter((state) => FEW_STATES.includes(state));
	const cases = statesTried(route, roleName).map((state) => ({
		method: named === "ALL" ? "GET" : named,
		state,
	}));
	// A HEAD runs the handler of its GET.
	return named === "GET" ? cases.concat(few.map((state) => ({ method: "HEAD", state }))) : cases;
}

/** Undoes the changes. */
export async function tryRoute(world: World, route: string, roleName: RoleName): Promise<string[]> {
	const wrong: string[] = [];
	const role = rolesOf(world)[roleName];
	// Reading routes leave nothing that another cell could find.
	const isTogether = isReading(route);
	if (isTogether) await role.enter?.();
	for (const { method, state } of casesOf(route, roleName)) {
		const cell: Cell = { route, method, state, roleName, role };
		const { want, sent } = await prepared(world, cell);
		if (!isTogether) await role.enter?.();
		wrong.push(...(await tryCell(world, cell, want, sent)));
		await sent.after?.();
		if (!isTogether) await world.stored.restore();
	}
	await world.stored.restore();
	return wrong;
}
