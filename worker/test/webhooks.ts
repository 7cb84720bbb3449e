import { asc, eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { vi } from "vitest";
import type {
	WebhookEndpointWithSecret,
	WebhookEventType,
	WebhookPayload,
} from "../contract/webhooks.ts";
import { webhookEndpoints, webhookMessages } from "../webhook-events/tables.ts";
import { bodyOf } from "../webhooks/message-body.ts";
import { newSecret } from "../webhooks/secrets.ts";
import { eventContradictions } from "./described-responses.ts";
import { call, testCtx } from "./test-app.ts";

/** A public address, for names that are to have one. */
export const PUBLIC_ADDRESS = "93.184.215.14";

type Received = { url: string; headers: Headers; body: string };
type Receiver = (request: Received, init: RequestInit) => Response | Promise<Response>;

/**
 * Stands in for the internet: names with their addresses, which a resolver answers, and receivers. Requests
 * to other hosts are made. `requests` are those that receivers got.
 */
export function standInInternet() {
	const names = new Map<string, string[] | ((nth: number) => string[])>();
	const receivers = new Map<string, Receiver>();
	const requests: Received[] = [];
	const lookups = new Map<string, number>();
	const real = globalThis.fetch;
	const dns = new URL(testCtx().config.WEBHOOK_DNS_URL);
	vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
		const url = new URL(input instanceof Request ? input.url : String(input));
		if (url.host === dns.host) {
			const name = url.searchParams.get("name") ?? "";
			const nth = Math.floor((lookups.get(name) ?? 0) / 2);
			lookups.set(name, (lookups.get(name) ?? 0) + 1);
			const known = names.get(name);
			const addresses = typeof known === "function" ? known(nth) : (known ?? []);
			const type = Number(url.searchParams.get("type"));
			return Response.json({
				Status: known === undefined ? 3 : 0,
				Answer: addresses
					.filter((address) => address.includes(":") === (type === 28))
					.map((data) => ({ name, type, TTL: 60, data })),
			});
		}
		const receiver = receivers.get(url.hostname);
		if (!receiver) return real(input, init);
		const received = {
			url: url.href,
			headers: new Headers(init?.headers),
			body: String(init?.body ?? ""),
		};
		requests.push(received);
		return receiver(received, init ?? {});
	});
	return {
		names,
		requests,
		/** Adds a receiver under a public name; 204 unless it answers otherwise. */
		receive(name: string, receiver: Receiver = () => new Response(null, { status: 204 })) {
			names.set(name, [PUBLIC_ADDRESS]);
			receivers.set(name, receiver);
		},
		/** What a receiver got, with the signature verified by the reference library. */
		payloadsTo(name: string, secret: string) {
			return requests
				.filter(({ url }) => new URL(url).hostname === name)
				.map(({ headers, body }) => {
					const payload = new Webhook(secret).verify(body, Object.fromEntries(headers));
					return { id: headers.get("webhook-id") ?? "", ...(payload as WebhookPayload) };
				});
		},
	};
}

/** Stores an endpoint without the checks that adding one makes. */
export async function storeEndpoint(
	userId: string,
	fields: Partial<typeof webhookEndpoints.$inferInsert> = {},
): Promise<{ id: string; secret: string }> {
	const ctx = testCtx();
	const id = ctx.id();
	const { secret, stored } = await newSecret(ctx, id);
	await ctx.db.insert(webhookEndpoints).values({
		id,
		userId,
		url: "https://hooks.example.com/in",
		events: ["*"],
		secret: stored,
		createdAt: 1,
		...fields,
	});
	return { id, secret };
}

/** Adds an endpoint as its creator does. */
export async function addEndpoint(
	cookies: Record<string, string>,
	fields: { url?: string; events?: string[]; description?: string } = {},
): Promise<WebhookEndpointWithSecret> {
	const input = { url: "https://hooks.example.com/in", events: ["*"], ...fields };
	const response = await call("POST", "/api/webhooks/endpoints", input, cookies);
	if (response.status !== 201) throw new Error(await response.text());
	return response.json();
}

/** The messages of an endpoint, oldest first. */
export function messagesOf(endpointId: string) {
	return testCtx()
		.db.select()
		.from(webhookMessages)
		.where(eq(webhookMessages.endpointId, endpointId))
		.orderBy(asc(webhookMessages.createdAt));
}

/** The same of messages that the product has written, which must be what the API's description says. */
export async function eventsTo(endpointId: string) {
	const messages = await messagesOf(endpointId);
	const wrong = messages.flatMap((message) =>
		eventContradictions(message.type, JSON.parse(bodyOf(message))),
	);
	if (wrong.length > 0)
		throw new Error(`This contradicts the API's description (dev/openapi): ${wrong.join("\n")}`);
	return messages;
}

/** The types of an endpoint's messages, sorted. */
export async function typesOf(endpointId: string): Promise<WebhookEventType[]> {
	return (await eventsTo(endpointId)).map(({ type }) => type).toSorted();
}
