import type { Stripe } from "stripe";
import type { Call } from "./call.ts";
import { emit } from "./events.ts";
import { newId } from "./ids.ts";
import type { Params } from "./params.ts";

/** A product from `name` and the other plain parameters. */
export function insertProduct(
	call: Call,
	params: Params,
	id: string = newId("prod"),
): Stripe.Product {
	const product: Stripe.Product = {
		id,
		object: "product",
		active: params.boolean("active") ?? true,
		created: call.now,
		default_price: null,
		description: params.text("description") ?? null,
		images: params.texts("images") ?? [],
		livemode: false,
		marketing_features: [],
		metadata: params.metadata(),
		name: params.requiredText("name"),
		package_dimensions: null,
		shippable: null,
		statement_descriptor: params.text("statement_descriptor") ?? null,
		tax_code: params.text("tax_code") ?? null,
		tax_details: null,
		type: "service",
		unit_label: null,
		updated: call.now,
		url: null,
	};
	ignoreDetails(params);
	call.store.insert("product", product);
	emit(call, "product.created", product);
	return product;
}

/** Parameters of a product that the sandbox ignores. */
export function ignoreDetails(params: Params): void {
	params.ignore("type", "url", "unit_label", "shippable", "tax_details", "marketing_features");
}
