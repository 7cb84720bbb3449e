import type { Stripe } from "stripe";
import { type Call, fetchOrThrow } from "./call.ts";
import { invalidRequest, parameterMissing } from "./errors.ts";
import { newId, randomText } from "./ids.ts";
import { listObjects } from "./listing.ts";
import type { Params } from "./params.ts";
import { API_VERSION } from "./sandbox.ts";

export function createWebhookEndpoint(call: Call, params: Params): Stripe.WebhookEndpoint {
	const events = params.texts("enabled_events");
	if (events === undefined || events.length === 0) throw parameterMissing("enabled_events");
	const endpoint: Stripe.WebhookEndpoint = {
		id: newId("we"),
		object: "webhook_endpoint",
		api_version: versionOf(params),
		// Set for endpoints of connected accounts.
		application: params.boolean("connect") ? "ca_sandbox" : null,
		created: call.now,
		description: params.text("description") ?? null,
		enabled_events: events,
		livemode: false,
		metadata: params.metadata(),
		status: "enabled",
		url: httpUrl(params.requiredText("url")),
	};
	const secret = `whsec_${randomText(32)}`;
	call.store.insert("webhook_endpoint", endpoint, { hidden: { secret } });
	return { ...endpoint, secret };
}

/** The version only labels events: their shape stays the same. */
function versionOf(params: Params): string {
	const version = params.text("api_version") ?? API_VERSION;
	if (/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(version)) return version;
	throw invalidRequest(`Invalid Stripe API version: ${version}`, { param: "api_version" });
}

export function updateWebhookEndpoint(
	call: Call,
	params: Params,
	id: string,
): Stripe.WebhookEndpoint {
	const endpoint = fetchOrThrow(call, "webhook_endpoint", id);
	const url = params.text("url");
	if (url !== undefined) endpoint.url = httpUrl(url);
	endpoint.enabled_events = params.texts("enabled_events") ?? endpoint.enabled_events;
	const disabled = params.boolean("disabled");
	if (disabled !== undefined) endpoint.status = disabled ? "disabled" : "enabled";
	const description = params.clearable("description");
	if (description !== undefined) endpoint.description = description;
	endpoint.metadata = params.metadata(endpoint.metadata);
	return call.store.save("webhook_endpoint", endpoint);
}

export function listWebhookEndpoints(call: Call, params: Params) {
	return listObjects(call, params, "webhook_endpoint", "/v1/webhook_endpoints");
}

export function deleteWebhookEndpoint(call: Call, _params: Params, id: string) {
	fetchOrThrow(call, "webhook_endpoint", id);
	call.store.remove(id);
	return { id, object: "webhook_endpoint", deleted: true };
}

function httpUrl(url: string): string {
	if (URL.canParse(url) && /^https?:/.test(url)) return url;
	throw invalidRequest("Invalid URL: An explicit scheme (such as https) must be provided.", {
		code: "url_invalid",
		param: "url",
	});
}
