import { SCOPES, type Scope } from "../../accounts/access-tokens/contract.ts";
import { ROUTE_DOCS } from "../../app.docs.ts";
import { storeToken } from "../fixtures/access-tokens.ts";
import { expected } from "./expectations.ts";
import { TABLE } from "./matrix.ts";
import { type Cell, prepared, sendCell } from "./run.ts";
import { rolesOf, type World } from "./world.ts";

/** The console has documents and forms, and takes no tokens. */
export const ROUTES_FOR_TOKENS = TABLE.filter(
	(route) => ROUTE_DOCS[route] && !route.startsWith("ALL ") && !/ \/operator/.test(route),
);

/** Routes for another kind of token, or for access tokens only. */
const OTHER_TOKENS: Readonly<Record<string, string>> = {
	"POST /mcp": "200",
	"PUT /api/uploads/:id/files/:fileId/parts/:n": "403 upload.bad_token",
	"GET /api/health/deep": "404 not_found",
	// It ends itself, which a session can't.
	"DELETE /api/tokens/current": "204",
};

/** Counts as the creator on routes that show signed-in users what they may see. */
const OWNER_SCOPE: Scope = "shares:read";

/** Status and error code in one string. */
function wantedOf(route: string, scopes: readonly Scope[]): string[] {
	const other = OTHER_TOKENS[route];
	if (other) return [other];
	const asNobody = expected(route, "paid", "Nobody");
	const asCreator = expected(route, "paid", "Creator");
	const text = ({ status, code }: typeof asNobody) => `${status} ${code ?? ""}`.trim();
	const needed = ROUTE_DOCS[route]?.token;
	if (needed === "any" || scopes.some((scope) => scope === needed)) return [text(asCreator)];
	if (needed) return ["403 access_token.scope_missing"];
	if (asNobody.code === "auth.required") return ["403 access_token.not_allowed"];
	// Its page and files are the creator's own.
	return scopes.includes(OWNER_SCOPE) ? [text(asNobody), text(asCreator)] : [text(asNobody)];
}

async function tryCell(world: World, route: string, scopes: Scope[]) {
	const role = rolesOf(world).Creator;
	const [method = ""] = route.split(" ");
	const cell: Cell = { route, method, state: "paid", roleName: "Creator", role };
	const { sent } = await prepared(world, cell);
	const { token } = await storeToken(world.creator.user.id, scopes);
	const headers = { ...sent.headers, authorization: `Bearer ${token}` };
	const asProgram = { ...cell, role: { ...role, cookies: {} } };
	const response = await sendCell(world, asProgram, { ...sent, headers });
	const body = await response.text();
	const isJson = response.headers.get("content-type")?.includes("json") && body !== "";
	const code = response.status >= 400 && isJson ? JSON.parse(body).code : "";
	await sent.after?.();
	// After a refusal too: the preparation must not affect the next request.
	await world.stored.restore();
	const got = `${response.status} ${code}`.trim();
	const wanted = wantedOf(route, scopes);
	const isSame = wanted.some((want) => got === want || (code === "" && got === want.split(" ")[0]));
	return isSame ? null : `${route}, ${scopes.join(" ")}: expected ${wanted}, got ${got}`;
}

/** Each permission alone, and all unneeded ones together. */
export function setsOf(route: string): Scope[][] {
	const needed = ROUTE_DOCS[route]?.token;
	if (!needed) return [[...SCOPES]];
	return [...SCOPES.map((scope) => [scope]), SCOPES.filter((scope) => scope !== needed)];
}

/** Returns the faults. */
export async function tryTokens(world: World, route: string): Promise<string[]> {
	const wrong: (string | null)[] = [];
	for (const scopes of setsOf(route)) wrong.push(await tryCell(world, route, scopes));
	return wrong.filter((fault) => fault !== null);
}
