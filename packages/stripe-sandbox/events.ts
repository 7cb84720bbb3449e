import type { Call } from "./call.ts";
import { fetchOrThrow } from "./call.ts";
import { newId } from "./ids.ts";
import type { StoredEvent } from "./kinds.ts";
import { listObjects } from "./listing.ts";
import type { Params } from "./params.ts";
import { API_VERSION } from "./sandbox.ts";

/** Runs in the call's transaction. `previous` has the old values of changed fields. */
export function emit(
	call: Call,
	type: string,
	object: object,
	previous?: Record<string, unknown>,
	account: string = call.account,
): void {
	const event: StoredEvent = {
		id: newId("evt"),
		object: "event",
		...(account === "" ? {} : { account }),
		api_version: API_VERSION,
		created: call.now,
		data: {
			object: structuredClone(object) as Record<string, unknown>,
			...(previous ? { previous_attributes: previous } : {}),
		},
		livemode: false,
		pending_webhooks: 0,
		request: { id: call.requestId, idempotency_key: call.idempotencyKey },
		type,
	};
	call.store.insert("event", event, { account });
	call.sandbox.deliverer.enqueue(event);
}

export function retrieveEvent(call: Call, _params: Params, id: string): StoredEvent {
	return withPending(call, fetchOrThrow(call, "event", id));
}

export function listEvents(call: Call, params: Params) {
	const type = params.text("type");
	const types = params.texts("types");
	const page = listObjects(call, params, "event", "/v1/events", { type }, { type: types });
	const data = page.data.map((event) => withPending(call, event));
	return { ...page, data };
}

function withPending(call: Call, event: StoredEvent): StoredEvent {
	return { ...event, pending_webhooks: call.sandbox.deliverer.pending(event.id) };
}
