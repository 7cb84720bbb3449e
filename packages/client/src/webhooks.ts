import type { WebhookEvent } from "./types.ts";

/** The largest difference in seconds between a message's time and now. */
const TOLERANCE_S = 5 * 60;
const HMAC = { name: "HMAC", hash: "SHA-256" };

/**
 * Thrown for a message that wasn't signed with the secret, or not recently, and for an invalid secret. Respond with
 * 401.
 */
export class WebhookVerificationError extends Error {
	override readonly name = "WebhookVerificationError";
}

type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks the signature of a message as Standard Webhooks specifies (https://www.standardwebhooks.com) and returns
 * its event. The `webhook-id` is the same in every attempt: skip one that you have handled.
 *
 * @param body the body as it was received: neither parsed nor written again
 * @param headers the request's headers
 * @param secrets the endpoint's secret (`whsec_…`), or several while one is being replaced
 * @throws WebhookVerificationError if no signature is right, the message is older than five minutes, or a secret is
 * invalid.
 */
export async function verifyWebhook(
	body: string | Uint8Array,
	headers: WebhookHeaders,
	secrets: string | readonly string[],
): Promise<WebhookEvent> {
	const id = header(headers, "webhook-id");
	const timestamp = header(headers, "webhook-timestamp");
	if (!id || !/^\d{1,12}$/.test(timestamp))
		throw new WebhookVerificationError("The headers of a webhook are missing.");
	if (Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_S)
		throw new WebhookVerificationError("The webhook was not sent within the last five minutes.");
	const signed = signedContent(id, timestamp, body);
	const signatures = header(headers, "webhook-signature")
		.split(" ")
		.flatMap((one) => (one.startsWith("v1,") ? (bytesOf(one.slice(3)) ?? []) : []));
	for (const secret of typeof secrets === "string" ? [secrets] : secrets) {
		const key = await keyOf(secret, "verify");
		// `verify` compares in constant time.
		for (const signature of signatures)
			if (await crypto.subtle.verify(HMAC, key, signature, signed))
				return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
	}
	throw new WebhookVerificationError("The webhook was not signed with this secret.");
}

/** For tests of a receiver. */
export async function signWebhook(
	body: string | Uint8Array,
	secret: string,
	{ id = `msg_${crypto.randomUUID()}`, at = new Date() } = {},
): Promise<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>> {
	const timestamp = String(Math.floor(at.getTime() / 1000));
	const signed = signedContent(id, timestamp, body);
	const signature = await crypto.subtle.sign(HMAC, await keyOf(secret, "sign"), signed);
	return {
		"webhook-id": id,
		"webhook-timestamp": timestamp,
		"webhook-signature": `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
	};
}

function header(headers: WebhookHeaders, name: string): string {
	const value = headers instanceof Headers ? headers.get(name) : headers[name];
	return String(value ?? "");
}

function signedContent(id: string, timestamp: string, body: string | Uint8Array) {
	const encoder = new TextEncoder();
	const start = encoder.encode(`${id}.${timestamp}.`);
	const rest = typeof body === "string" ? encoder.encode(body) : body;
	const joined = new Uint8Array(start.length + rest.length);
	joined.set(start);
	joined.set(rest, start.length);
	return joined;
}

/** Null for a text that isn't base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
	try {
		return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
	} catch {
		return null;
	}
}

/** @throws WebhookVerificationError for an invalid secret. */
function keyOf(secret: string, use: "sign" | "verify"): Promise<CryptoKey> {
	const bytes = bytesOf(secret.replace(/^whsec_/, ""));
	if (!bytes?.length)
		throw new WebhookVerificationError(
			"This isn't an endpoint's secret: give all of it, from whsec_ on.",
		);
	return crypto.subtle.importKey("raw", bytes, HMAC, false, [use]);
}
