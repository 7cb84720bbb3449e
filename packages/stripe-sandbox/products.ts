import type { Stripe } from "stripe";
import { type Call, fetchOrThrow } from "./call.ts";
import { invalidRequest } from "./errors.ts";
import { emit } from "./events.ts";
import { newId } from "./ids.ts";
import { listObjects } from "./listing.ts";
import type { Params } from "./params.ts";
import { insertPrice } from "./prices.ts";
import { ignoreDetails, insertProduct } from "./product-record.ts";
import { searchObjects } from "./search.ts";

export function createProduct(call: Call, params: Params): Stripe.Product {
	const id = params.text("id") ?? newId("prod");
	if (call.store.find("product", id)) {
		throw invalidRequest("Product already exists.", {
			code: "resource_already_exists",
			param: "id",
		});
	}
	const product = insertProduct(call, params, id);
	const priced = params.hash("default_price_data");
	if (priced) {
		const price = insertPrice(call, priced, product.id);
		product.default_price = price.id;
		call.store.save("product", product);
	}
	return product;
}

export function retrieveProduct(call: Call, _params: Params, id: string): Stripe.Product {
	return fetchOrThrow(call, "product", id);
}

export function updateProduct(call: Call, params: Params, id: string): Stripe.Product {
	const product = fetchOrThrow(call, "product", id);
	product.name = params.text("name") ?? product.name;
	product.active = params.boolean("active") ?? product.active;
	const description = params.clearable("description");
	if (description !== undefined) product.description = description;
	product.default_price = params.text("default_price") ?? product.default_price ?? null;
	product.metadata = params.metadata(product.metadata);
	product.updated = call.now;
	ignoreDetails(params);
	emit(call, "product.updated", product);
	return call.store.save("product", product);
}

export function listProducts(call: Call, params: Params) {
	const ids = params.texts("ids");
	return listObjects(
		call,
		params,
		"product",
		"/v1/products",
		{ active: params.boolean("active") },
		{ id: ids },
	);
}

export function searchProducts(call: Call, params: Params) {
	return searchObjects(call, params, "product", "/v1/products/search");
}
