import { Buffer } from "node:buffer";
import type { Ctx } from "../../core/context.ts";
import type { webhookEndpoints } from "../../core/webhook-events/tables.ts";
import { systemClock } from "../../platform/clock.ts";
import { decrypt, encrypt } from "../../platform/security/encryption.ts";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;
/** Each lengthens the header of every message. */
const MAX_FORMER = 10;
const purposeOf = (endpointId: string) => `webhook:${endpointId}`;

type Endpoint = typeof webhookEndpoints.$inferSelect;

export async function newSecret(
	ctx: Ctx,
	endpointId: string,
): Promise<{ secret: string; stored: string }> {
	const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
	const secret = PREFIX + Buffer.from(bytes).toString("base64");
	const stored = await encrypt(ctx.config.APP_SECRET, purposeOf(endpointId), secret);
	return { secret, stored };
}

/** The stored secret, valid until `until` (ms). */
type Former = { stored: string; until: number };

function formerSecrets({ previousSecret, previousUntil }: Endpoint, now: number): Former[] {
	const entries = previousSecret?.split(" ") ?? [];
	return entries
		.map((entry) => {
			const [stored = "", until = previousUntil ?? 0] = entry.split("@");
			return { stored, until: Number(until) };
		})
		.filter(({ until }) => until > now);
}

/** Former secrets, the latest ten at most, stay valid until their announced time. */
export function withFormerSecret(
	endpoint: Endpoint,
	{ now, until }: { now: number; until: number },
) {
	const earlier = formerSecrets(endpoint, now)
		.slice(1 - MAX_FORMER)
		.map((one) => `${one.stored}@${one.until}`);
	return { previousSecret: [...earlier, endpoint.secret].join(" "), previousUntil: until };
}

/** Returns the current secret first. */
async function secretsOf(ctx: Ctx, endpoint: Endpoint): Promise<string[]> {
	const former = formerSecrets(endpoint, ctx.now()).map(({ stored }) => stored);
	return Promise.all(
		[endpoint.secret, ...former].map((text) =>
			decrypt(ctx.config.APP_SECRET, purposeOf(endpoint.id), text),
		),
	);
}

async function signatureOf(secret: string, content: string): Promise<string> {
	const key = await crypto.subtle.importKey(
		"raw",
		Buffer.from(secret.slice(PREFIX.length), "base64"),
		{ name: "HMAC", hash: "SHA-256" },
		false,
		["sign"],
	);
	const signature = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(content));
	return `v1,${Buffer.from(signature).toString("base64")}`;
}

/**
 * https://www.standardwebhooks.com: the message's id, the attempt's time, and a signature over both and the body
 * for each valid secret.
 */
export async function signedHeaders(
	ctx: Ctx,
	endpoint: Endpoint,
	message: { id: string; body: string },
) {
	// The context's clock is frozen in a cron, and receivers refuse old signatures.
	const timestamp = String(Math.floor(systemClock() / 1000));
	const content = `${message.id}.${timestamp}.${message.body}`;
	const secrets = await secretsOf(ctx, endpoint);
	const signatures = await Promise.all(secrets.map((secret) => signatureOf(secret, content)));
	return {
		"webhook-id": message.id,
		"webhook-timestamp": timestamp,
		"webhook-signature": signatures.join(" "),
	};
}
