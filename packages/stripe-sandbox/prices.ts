import { type Call, fetchOrThrow } from "./call.ts";
import { requireCurrency } from "./currencies.ts";
import { invalidRequest, parameterMissing } from "./errors.ts";
import { emit } from "./events.ts";
import { newId } from "./ids.ts";
import type { Price } from "./kinds.ts";
import { listObjects } from "./listing.ts";
import type { Params } from "./params.ts";
import { insertProduct } from "./product-record.ts";
import { type SearchResult, searchObjects } from "./search.ts";

const INTERVALS = ["day", "week", "month", "year"] as const;

export function createPrice(call: Call, params: Params): Price {
	const given = params.text("product");
	const data = params.hash("product_data");
	if (given === undefined && data === undefined) throw parameterMissing("product");
	const product = data
		? insertProduct(call, data).id
		: fetchOrThrow(call, "product", String(given), "product").id;
	return insertPrice(call, params, product);
}

export function retrievePrice(call: Call, _params: Params, id: string): Price {
	return fetchOrThrow(call, "price", id);
}

export function updatePrice(call: Call, params: Params, id: string): Price {
	const price = fetchOrThrow(call, "price", id);
	price.active = params.boolean("active") ?? price.active;
	const nickname = params.clearable("nickname");
	if (nickname !== undefined) price.nickname = nickname;
	const key = params.clearable("lookup_key");
	const transfer = params.boolean("transfer_lookup_key") ?? false;
	if (key) claimLookupKey(call, key, transfer, id);
	if (key !== undefined) price.lookup_key = key;
	price.metadata = params.metadata(price.metadata);
	params.ignore("tax_behavior");
	emit(call, "price.updated", price);
	return call.store.save("price", price);
}

export function listPrices(call: Call, params: Params) {
	const recurring = params.hash("recurring");
	return listObjects(
		call,
		params,
		"price",
		"/v1/prices",
		{
			active: params.boolean("active"),
			product: params.text("product"),
			currency: params.text("currency"),
			type: params.choice("type", ["one_time", "recurring"]),
			"recurring.interval": recurring?.choice("interval", INTERVALS),
		},
		{ lookup_key: params.texts("lookup_keys") },
	);
}

export function searchPrices(call: Call, params: Params): SearchResult<Price> {
	return searchObjects(call, params, "price", "/v1/prices/search");
}

/** A price of a product, from `unit_amount` (minor units), `currency` and `recurring`. */
export function insertPrice(call: Call, params: Params, product: string): Price {
	const currency = params.requiredText("currency").toLowerCase();
	requireCurrency(currency);
	const amount = params.requiredInteger("unit_amount");
	if (amount < 0) throw invalidRequest("Invalid non-negative integer", { param: "unit_amount" });
	const recurring = params.hash("recurring");
	const interval = recurring?.choice("interval", INTERVALS);
	if (recurring && interval === undefined) throw parameterMissing("recurring[interval]");
	const key = params.text("lookup_key") ?? null;
	const transfer = params.boolean("transfer_lookup_key") ?? false;
	if (key !== null) claimLookupKey(call, key, transfer, undefined);
	const price: Price = {
		id: newId("price"),
		object: "price",
		active: params.boolean("active") ?? true,
		billing_scheme: "per_unit",
		created: call.now,
		currency,
		custom_unit_amount: null,
		livemode: false,
		lookup_key: key,
		metadata: params.metadata(),
		nickname: params.text("nickname") ?? null,
		product,
		recurring: interval
			? {
					interval,
					interval_count: recurring?.integer("interval_count") ?? 1,
					meter: null,
					trial_period_days: null,
					usage_type: "licensed",
				}
			: null,
		tax_behavior:
			params.choice("tax_behavior", ["exclusive", "inclusive", "unspecified"]) ?? "unspecified",
		tiers_mode: null,
		transform_quantity: null,
		type: interval ? "recurring" : "one_time",
		unit_amount: amount,
		unit_amount_decimal: String(amount),
	};
	recurring?.ignore("usage_type");
	params.ignore("billing_scheme");
	call.store.insert("price", price);
	emit(call, "price.created", price);
	return price;
}

// A lookup key belongs to one price; it can be taken over, never shared.
function claimLookupKey(call: Call, key: string, transfer: boolean, own: string | undefined): void {
	for (const holder of call.store.all("price", { equals: { lookup_key: key } })) {
		if (holder.id === own) continue;
		if (!transfer) {
			throw invalidRequest(`A price (\`${holder.id}\`) already uses that lookup key.`, {
				code: "resource_already_exists",
				param: "lookup_key",
			});
		}
		holder.lookup_key = null;
		call.store.save("price", holder);
		emit(call, "price.updated", holder, { lookup_key: key });
	}
}
