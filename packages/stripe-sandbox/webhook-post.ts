import { createHmac } from "node:crypto";
import type { StoredEvent } from "./kinds.ts";

const ATTEMPT_TIMEOUT = 15_000;

export interface Endpoint {
	id: string;
	url: string;
	secret: string;
	/** The event's by default. */
	apiVersion: string | null;
	events: string[];
	/** The configured endpoint gets the events of all accounts. */
	accounts: "connected" | "own" | "all";
}

export function wants({ events, accounts }: Endpoint, { type, account }: StoredEvent): boolean {
	if (accounts !== "all" && (accounts === "connected") !== (account !== undefined)) return false;
	return events.includes("*") || events.includes(type);
}

/** @param seconds since 1970 */
function signature(payload: string, secret: string, seconds: number): string {
	const mac = createHmac("sha256", secret).update(`${seconds}.${payload}`).digest("hex");
	return `t=${seconds},v1=${mac}`;
}

/** Any 2xx counts as accepted, redirects don't. @param now milliseconds since 1970 */
export async function postEvent(
	endpoint: Endpoint,
	event: StoredEvent,
	now: number,
): Promise<boolean> {
	const api_version = endpoint.apiVersion ?? event.api_version;
	const payload = JSON.stringify({ ...event, api_version, pending_webhooks: 1 }, null, 2);
	try {
		const response = await fetch(endpoint.url, {
			method: "POST",
			redirect: "manual",
			headers: {
				"content-type": "application/json; charset=utf-8",
				"user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
				"stripe-signature": signature(payload, endpoint.secret, Math.floor(now / 1000)),
			},
			body: payload,
			signal: AbortSignal.timeout(ATTEMPT_TIMEOUT),
		});
		await response.body?.cancel();
		return response.ok;
	} catch {
		return false;
	}
}
