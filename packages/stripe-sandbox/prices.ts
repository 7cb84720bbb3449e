import type { Stripe } from "stripe";
import { type Call, fetchOrThrow } from "./call.ts";
import { requireCurrency } from "./currencies.ts";
import { invalidRequest, parameterMissing } from "./errors.ts";
import { emit } from "./events.ts";
import { newId } from "./ids.ts";
import type { Price } from "./kinds.ts";
import { listObjects } from "./listing.ts";
import type { Params } from "./params.ts";

const INTERVALS = ["day", "week", "month", "year"] as const;

export function updatePrice(call: Call, params: Params, id: string): Price {
	const price = fetchOrThrow(call, "price", id);
	price.active = params.boolean("active") ?? price.active;
	emit(call, "price.updated", price);
	return call.store.save("price", price);
}

export function listPrices(call: Call, params: Params) {
	const active = params.boolean("active");
	const keys = { lookup_key: params.texts("lookup_keys") };
	return listObjects(call, params, "price", "/v1/prices", { active }, keys);
}

/** Also creates its product. Minor units. */
export function createPrice(call: Call, params: Params): Price {
	const named = params.hash("product_data");
	if (named === undefined) throw parameterMissing("product_data");
	const product = createProduct(call, named.requiredText("name"));
	const currency = params.requiredText("currency").toLowerCase();
	requireCurrency(currency);
	const amount = params.requiredInteger("unit_amount");
	if (amount < 0) throw invalidRequest("Invalid non-negative integer", { param: "unit_amount" });
	const recurring = params.hash("recurring");
	const interval = recurring?.choice("interval", INTERVALS);
	if (recurring && interval === undefined) throw parameterMissing("recurring[interval]");
	const key = params.text("lookup_key") ?? null;
	if (key !== null) refuseUsedKey(call, key);
	const price = {
		id: newId("price"),
		object: "price",
		active: true,
		created: call.now,
		currency,
		livemode: false,
		lookup_key: key,
		metadata: params.metadata(),
		product: product.id,
		recurring: interval
			? {
					interval,
					interval_count: recurring?.integer("interval_count") ?? 1,
					meter: null,
					trial_period_days: null,
					usage_type: "licensed",
				}
			: null,
		type: interval ? "recurring" : "one_time",
		unit_amount: amount,
		unit_amount_decimal: String(amount),
	} as Price;
	call.store.insert("price", price);
	emit(call, "price.created", price);
	return price;
}

function refuseUsedKey(call: Call, key: string): void {
	const [holder] = call.store.all("price", { equals: { lookup_key: key } });
	if (holder)
		throw invalidRequest(`A price (\`${holder.id}\`) already uses that lookup key.`, {
			code: "resource_already_exists",
			param: "lookup_key",
		});
}

function createProduct(call: Call, name: string): Stripe.Product {
	const product = {
		id: newId("prod"),
		object: "product",
		active: true,
		created: call.now,
		livemode: false,
		metadata: {},
		name,
		type: "service",
		updated: call.now,
	} as Stripe.Product;
	call.store.insert("product", product);
	emit(call, "product.created", product);
	return product;
}
