import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { SCOPES, type Scope } from "../../accounts/access-tokens/contract.ts";
import { ROUTE_DOCS } from "../../app.docs.ts";
import { damaged, type ValueSchema, valuesOf } from "../checks/random-values.ts";
import { storeToken } from "../fixtures/access-tokens.ts";
import type { Sent } from "../matrix/arranged.ts";
import { CASE_NAMES } from "../matrix/cases.ts";
import { arrangeWorld } from "../matrix/matrix.ts";
import { requestOf } from "../matrix/requests.ts";
import type { RoleName } from "../matrix/rules.ts";
import { BUYER_EMAIL, PASSWORD, rolesOf, type World } from "../matrix/world.ts";

/**
 * Random calls from the description, some valid and some not. `world.send` compares each response
 * with the description.
 */

type Parameter = { name: string; in: string; schema: ValueSchema };
type Operation = {
	method: string;
	path: string;
	parameters: Parameter[];
	body: { type: string; schema: ValueSchema } | null;
};
type Described = {
	parameters: (Parameter | { $ref: string })[];
	requestBody?: { content: Record<string, { schema: ValueSchema }> };
};

const { paths }: { paths: Record<string, Record<string, Described>> } = JSON.parse(
	env.API_DESCRIPTION,
);
const OPERATIONS: readonly Operation[] = Object.entries(paths).flatMap(([path, operations]) =>
	Object.entries(operations).map(([method, { parameters, requestBody }]) => {
		const [body] = Object.entries(requestBody?.content ?? {});
		return {
			method: method.toUpperCase(),
			path,
			parameters: parameters.filter((one): one is Parameter => "name" in one),
			body: body ? { type: body[0], schema: body[1].schema } : null,
		};
	}),
);

/** By the description's names of the routes. */
const ROUTES = new Map(
	Object.keys(ROUTE_DOCS).map((route) => [
		route
			.replace(/ \/api\/(?!openapi\.json$)/, " /api/v1/")
			.replace(/:(\w+)(?:\{[^}]*\})?/g, "{$1}"),
		route,
	]),
);

/** More in `npm run verify -- full`. */
const CALLS = Number(env.DESCRIBED_CALLS);
/** of a test */
const MOST = 100;
const ROLES = [
	"Nobody",
	"Buyer",
	"Creator",
	"Suspended creator",
	"Other creator",
] as const satisfies RoleName[];

const HEADERS: fc.Arbitrary<Record<string, string>> = fc.oneof(
	{ weight: 6, arbitrary: fc.constant({}) },
	fc.constantFrom<Record<string, string>>(
		{ range: "bytes=0-3" },
		{ range: "bytes=999999999-" },
		{ range: "bytes=0-3", "if-range": '"another"' },
		{ "if-none-match": "*" },
		{ "if-match": '"another"' },
		{ "idempotency-key": "a-key-of-more-than-20-characters" },
		{ "idempotency-key": "short" },
		{ "idempotency-key": "" },
		{ authorization: "Bearer tbx_not-a-token" },
		{ authorization: "Basic YTpi" },
		{ "sec-fetch-site": "cross-site", origin: "https://another.example" },
		{ "content-type": "text/plain" },
		{ "content-type": "application/json" },
		{ "content-length": "5" },
		{ "accept-language": "de" },
		{ "x-upload-token": "not-a-token" },
	),
);

/** `seed` chooses among the arranged data when the call is sent. */
const CHOICES = fc.record({
	role: fc.oneof(fc.constant("Creator" as const), fc.constantFrom(...ROLES)),
	state: fc.oneof(fc.constant("paid" as const), fc.constantFrom(...CASE_NAMES)),
	/** permissions of an access token; null for cookies */
	scopes: fc.oneof(
		{ weight: 6, arbitrary: fc.constant(null) },
		fc.constant<Scope[]>([...SCOPES]),
		fc.subarray([...SCOPES]),
	),
	source: fc.constantFrom("recipe", "schema", "damaged", "malformed"),
	asHead: fc.integer({ max: 9 }).map((one) => one === 0),
	headers: HEADERS,
	seed: fc.integer({ min: 0 }),
});
type Choices = typeof CHOICES extends fc.Arbitrary<infer One> ? One : never;

const pick = <T>(values: fc.Arbitrary<T>, seed: number): T => {
	const [one] = fc.sample(values, { numRuns: 1, seed });
	return one as T; // there is one
};

/** Some exist, and some don't. */
function wordsOf({ sold, upload, endpoint, listener, creator, otherSession }: World): string[] {
	const shares = Object.values(sold).flatMap(({ share, notes, photo, purchase, receiptToken }) => [
		share.slug,
		notes.id,
		photo.id,
		...(purchase ? [purchase.id] : []),
		receiptToken,
	]);
	return [
		...shares,
		upload.id,
		upload.shareId,
		endpoint.id,
		listener.id,
		creator.user.id,
		otherSession,
		PASSWORD,
		BUYER_EMAIL,
		"9.99",
		"casey",
		"an-id-that-nothing-has",
	];
}

/** From a recipe of the matrix, or from the description. */
async function partsOf(world: World, operation: Operation, choices: Choices): Promise<Sent> {
	const { method, path } = operation;
	const role = rolesOf(world)[choices.role];
	const sold = world.sold[choices.state];
	const at = { world, role, state: choices.state, sold, granted: true };
	const known = await requestOf(ROUTES.get(`${method} ${path}`) ?? "", at);
	if (choices.source === "recipe") return known;
	const words = wordsOf(world);
	const query = new URLSearchParams();
	const headers: Record<string, string> = {};
	const params: Record<string, string> = {};
	for (const [index, parameter] of operation.parameters.entries()) {
		const seed = choices.seed + index;
		const { name, in: place, schema } = parameter;
		if (place !== "path" && seed % 2 === 0) continue;
		const value = String(pick(valuesOf(schema, words), seed));
		if (place === "path") params[name] = value;
		else if (place === "query") query.set(name, value);
		else headers[name] = encodeURIComponent(value);
	}
	if (choices.source === "damaged") query.set("notAParameter", "1");
	const found = query.size > 0 ? `?${query}` : "";
	// Half of them concern something that exists.
	const own = choices.seed % 4 < 2 ? { params: { ...params, ...known.params } } : { params };
	return { ...known, ...own, query: found, headers, ...bodyOf(operation, choices, words) };
}

function bodyOf({ body }: Operation, { source, seed }: Choices, words: readonly string[]): Sent {
	if (!body) return source === "malformed" ? { json: { unasked: true } } : {};
	if (source === "malformed") return { json: undefined, body: pick(fc.string(), seed) };
	if (!body.type.includes("json")) return {};
	const value = pick(valuesOf(body.schema, words), seed);
	return { json: source === "damaged" ? pick(damaged(value), seed) : value };
}

/** Returns the status, and how the response contradicts the description. */
async function make(world: World, operation: Operation, choices: Choices) {
	const role = rolesOf(world)[choices.role];
	const sent = await partsOf(world, operation, choices);
	await role.enter?.();
	const headers = new Headers({ ...sent.headers, ...choices.headers });
	if (choices.scopes) {
		const { token } = await storeToken(world.creator.user.id, choices.scopes);
		headers.set("authorization", `Bearer ${token}`);
	}
	const { json, body = json === undefined ? undefined : JSON.stringify(json) } = sent;
	if (json !== undefined && !headers.has("content-type"))
		headers.set("content-type", "application/json");
	const params = { shareId: world.sold[choices.state].share.slug, ...sent.params };
	const path = operation.path.replace(/\{(\w+)\}/g, (_, name: keyof typeof params) =>
		encodeURIComponent(params[name] ?? ""),
	);
	const { query = "" } = sent;
	const method = choices.asHead && operation.method === "GET" ? "HEAD" : operation.method;
	const name = `${method} ${path}${query}`;
	const init: RequestInit = { method, headers };
	if (body !== undefined && operation.method !== "GET") init.body = body;
	try {
		const cookies = choices.scopes ? {} : role.cookies;
		const response = await world.send(path + query, init, cookies);
		await response.body?.cancel();
		// Described everywhere, but no client's request may lead to it.
		const isBroken = response.status === 500;
		return { status: response.status, wrong: isBroken ? `${name}: 500` : null };
	} catch (error) {
		return { status: 0, wrong: `${name}: ${error}` };
	} finally {
		await sent.after?.();
		await world.stored.restore();
	}
}

const inWorld = arrangeWorld();
const statuses = new Map<number, number>();
const seeds = Array.from({ length: Math.ceil(CALLS / MOST) }, (_, at) => at);

it.each(seeds)("the response to every random call is described, from seed %i", async (seed) => {
	const wrong = await inWorld(async (world) => {
		const found: string[] = [];
		for (const [index, choices] of fc.sample(CHOICES, { numRuns: MOST, seed }).entries()) {
			const operation = OPERATIONS[(seed * MOST + index) % OPERATIONS.length];
			if (!operation) continue;
			const { status, wrong } = await make(world, operation, choices);
			statuses.set(status, (statuses.get(status) ?? 0) + 1);
			if (wrong) found.push(wrong);
		}
		return found;
	});
	expect(wrong).toEqual([]);
});

afterAll(() => {
	const count = (from: number) =>
		[...statuses].reduce(
			(sum, [status, n]) => (Math.floor(status / 100) === from ? sum + n : sum),
			0,
		);
	// Many must succeed and many must be refused, or the calls prove little.
	expect(count(2)).toBeGreaterThan(CALLS / 8);
	expect(count(4)).toBeGreaterThan(CALLS / 4);
});
