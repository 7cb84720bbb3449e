import type { Sent } from "./arranged.ts";
import type { CaseName } from "./cases.ts";
import { type Answer, expected, isTried, statesOf } from "./expectations.ts";
import { REQUESTS } from "./requests.ts";
import { differences, restore, type StoredState, storedState } from "./stored-state.ts";
import { CANARY, type Role, rolesOf, type World } from "./world.ts";

/** Tables that count what is refused, and those that note a visit or a download. */
const COUNTED = ["attempts"];
// A listener lives on while it is asked.
const VISITED = [
	...["share_views", "share_days", "purchase_holders", "download_log", "webhook_endpoints"],
];

/** Cells that were tried, and what was wrong with those that were. */
export type Result = { cells: number; wrong: string[] };
export type Cell = { route: string; method: string; state: CaseName; roleName: string; role: Role };

const nameOf = ({ route, method, state, roleName }: Cell) =>
	`${route}${method === "HEAD" ? " (as HEAD)" : ""}, ${roleName}, ${state}`;

function pathOf(route: string, params: Record<string, string>): string {
	const path = route.slice(route.indexOf(" ") + 1).replace(/\{[^}]*\}/g, "");
	return path
		.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
		.replace("*", params["*"] ?? "");
}

/** Sends the request of a cell. */
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

/** What was wrong with a response, in a few words. */
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

/** What a cell's request is made from, and what it is to get. */
export async function prepared(world: World, { route, state, roleName, role }: Cell) {
	const want = expected(route, state, roleName);
	const at = { world, role, state, sold: world.sold[state], granted: want.status < 400 };
	const recipe = REQUESTS[route]?.(at) ?? {};
	// Others only make a body from what there is.
	const isArranged = recipe instanceof Promise;
	return { want, sent: await recipe, isArranged };
}

const changed = (from: StoredState, to: StoredState, except: readonly string[]) =>
	differences(from, to).filter((name) => !except.includes(name));

/** Cells of a route for one role, after all of which nothing may have changed except these tables. */
async function together(
	world: World,
	cells: readonly Cell[],
	was: StoredState,
	except: readonly string[],
): Promise<string[]> {
	const wrong: string[] = [];
	const [first] = cells;
	if (!first) return wrong;
	await first.role.enter?.();
	const before = first.role.enter ? await storedState() : was;
	for (const cell of cells) {
		const { want, sent } = await prepared(world, cell);
		wrong.push(...faults(cell, want, await answered(world, cell, sent)));
	}
	const now = await storedState();
	const tables = changed(before, now, except);
	if (tables.length > 0)
		wrong.push(`${first.route}, ${first.roleName}: changed ${tables.join(", ")}`);
	await restore({ from: now, to: was }, (key) => world.bytes.get(key));
	return wrong;
}

/** Whether the requests of a route need something to be stored first. */
async function arranges(world: World, route: string, was: StoredState): Promise<boolean> {
	const role = rolesOf(world).Nobody;
	const cell: Cell = { route, method: "POST", state: "paid", roleName: "Nobody", role };
	const { sent, isArranged } = await prepared(world, cell);
	await sent.after?.();
	await restore({ from: await storedState(), to: was }, (key) => world.bytes.get(key));
	return isArranged;
}

/** One cell of a writing route; nothing may change where it is refused, and all is undone. */
async function write(world: World, cell: Cell, was: StoredState): Promise<string[]> {
	const { want, sent, isArranged } = await prepared(world, cell);
	await cell.role.enter?.();
	const before = isArranged || cell.role.enter ? await storedState() : was;
	const got = await answered(world, cell, sent);
	const after = await storedState();
	const tables = got.status >= 400 ? changed(before, after, COUNTED) : [];
	await sent.after?.();
	const now = sent.after ? await storedState() : after;
	await restore({ from: now, to: was }, (key) => world.bytes.get(key));
	return [
		...faults(cell, want, got),
		...(tables.length > 0 ? [`${nameOf(cell)}: refused, and changed ${tables.join(", ")}`] : []),
	];
}

/** Tries a route in every state that matters, for every role. */
export async function tryRoute(world: World, route: string): Promise<Result> {
	const result: Result = { cells: 0, wrong: [] };
	const [named = ""] = route.split(" ");
	const was = await storedState();
	const isReading = named === "GET" || named === "ALL";
	const isArranged = !isReading && (await arranges(world, route, was));
	for (const [roleName, role] of Object.entries(rolesOf(world))) {
		if (!isTried(route, roleName)) continue;
		const methods = named === "GET" ? ["GET", "HEAD"] : [named === "ALL" ? "GET" : named];
		const cells = methods.flatMap((method) =>
			statesOf(route).map((state) => ({ route, method, state, roleName, role })),
		);
		result.cells += cells.length;
		const isGranted = ({ state }: Cell) => expected(route, state, roleName).status < 400;
		const [refused, granted] = [cells.filter((one) => !isGranted(one)), cells.filter(isGranted)];
		const alone = isReading ? [] : isArranged ? cells : granted;
		if (!isArranged) result.wrong.push(...(await together(world, refused, was, COUNTED)));
		if (isReading)
			result.wrong.push(...(await together(world, granted, was, [...COUNTED, ...VISITED])));
		for (const cell of alone) result.wrong.push(...(await write(world, cell, was)));
	}
	return result;
}
