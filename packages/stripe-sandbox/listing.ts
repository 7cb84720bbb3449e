import type { Call } from "./call.ts";
import { invalidRequest, missing } from "./errors.ts";
import type { Kind, Kinds } from "./kinds.ts";
import type { Params } from "./params.ts";

export interface List<T> {
	object: "list";
	data: T[];
	has_more: boolean;
	url: string;
}

type Filters = Record<string, string | number | boolean | undefined>;

/** Supports Stripe's paging (`limit`, `starting_after`) and `created` filters. */
export function listObjects<K extends Kind>(
	call: Call,
	params: Params,
	kind: K,
	url: string,
	equals: Filters = {},
	anyOf: Record<string, string[] | undefined> = {},
): List<Kinds[K]> {
	const page = call.store.list(kind, {
		account: call.account,
		equals,
		anyOf,
		created: createdRange(params),
		limit: limitOf(params),
		startingAfter: cursor(call, params, kind, "starting_after"),
	});
	return { object: "list", data: page.data, has_more: page.has_more, url };
}

export function listOf<T>(data: T[], url: string): List<T> {
	return { object: "list", data, has_more: false, url };
}

function limitOf(params: Params): number {
	const limit = params.integer("limit") ?? 10;
	if (limit < 1 || limit > 100) {
		throw invalidRequest("This value must be between 1 and 100 (inclusive).", { param: "limit" });
	}
	return limit;
}

function cursor(call: Call, params: Params, kind: Kind, name: string): string | undefined {
	const id = params.text(name);
	if (id !== undefined && call.store.find(kind, id, call.account) === undefined)
		throw missing(kind, id, name);
	return id;
}

function createdRange(params: Params) {
	if (!params.has("created")) return {};
	const exact = params.isText("created") ? params.integer("created") : undefined;
	if (exact !== undefined) return { gte: exact, lte: exact };
	const range = params.hash("created");
	return {
		gt: range?.integer("gt"),
		gte: range?.integer("gte"),
		lt: range?.integer("lt"),
		lte: range?.integer("lte"),
	};
}
