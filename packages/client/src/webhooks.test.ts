import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { signWebhook, verifyWebhook, WebhookVerificationError } from "./webhooks.ts";

// Run in Node and in the Workers runtime.

const secretOf = (text: string) => `whsec_${btoa(text)}`;
const SECRET = secretOf("a secret of thirty-two byte long");
const OTHER = secretOf("another of them, as long as that");
const BODY = '{"type":"webhook.test","timestamp":"2026-05-01T10:00:00.000Z","data":{"word":"Día"}}';
const EVENT = JSON.parse(BODY);

/** Headers of a message that the reference library signed `age` seconds ago. */
function signed(age = 0, secrets = [SECRET], body = BODY): Record<string, string> {
	const at = new Date(Date.now() - age * 1000);
	return {
		"webhook-id": "msg_1",
		"webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
		"webhook-signature": secrets
			.map((secret) => new Webhook(secret).sign("msg_1", at, body))
			.join(" "),
	};
}

it("accepts the reference library's signatures, over text and bytes, with headers of any kind", async () => {
	expect(await verifyWebhook(BODY, signed(), SECRET)).toEqual(EVENT);
	const bytes = new TextEncoder().encode(BODY);
	expect(await verifyWebhook(bytes, new Headers(signed()), SECRET)).toEqual(EVENT);
	expect(await verifyWebhook(BODY, signed(), SECRET.slice("whsec_".length))).toEqual(EVENT);
});

it("accepts several secrets and signatures, one pair of which is right", async () => {
	expect(await verifyWebhook(BODY, signed(0, [OTHER, SECRET]), SECRET)).toEqual(EVENT);
	expect(await verifyWebhook(BODY, signed(), [OTHER, SECRET])).toEqual(EVENT);
	const mixed = signed();
	mixed["webhook-signature"] = `v1a,AAAA v1,%% v2 ${mixed["webhook-signature"]}`;
	expect(await verifyWebhook(BODY, mixed, SECRET)).toEqual(EVENT);
});

// G98
it.each<[string, string, Record<string, string>, string | string[]]>([
	["another body", `${BODY} `, signed(), SECRET],
	["another id", BODY, { ...signed(), "webhook-id": "msg_2" }, SECRET],
	["another secret", BODY, signed(), [OTHER]],
	["no secret", BODY, signed(), []],
	["an old message", BODY, signed(301), SECRET],
	["a message of the future", BODY, signed(-302), SECRET],
	["a time that is none", BODY, { ...signed(), "webhook-timestamp": "soon" }, SECRET],
	["a short signature", BODY, { ...signed(), "webhook-signature": "v1,AAAA" }, SECRET],
	["an empty signature", BODY, { ...signed(), "webhook-signature": "v1," }, SECRET],
	["missing headers", BODY, {}, SECRET],
])("refuses %s", async (_, body, headers, secrets) => {
	await expect(verifyWebhook(body, headers, secrets)).rejects.toThrow(WebhookVerificationError);
});

it("refuses a text that isn't a secret", async () => {
	for (const secret of ["", "whsec_", "whsec_%"])
		await expect(verifyWebhook(BODY, signed(), secret)).rejects.toThrow(WebhookVerificationError);
});

it("signs any body as the reference library does, and each accepts the other's", async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.json(),
			fc.uint8Array({ minLength: 1, maxLength: 64 }),
			fc.stringMatching(/^[\w-]{1,40}$/),
			async (body, bytes, id) => {
				const secret = secretOf(String.fromCharCode(...bytes));
				const at = new Date();
				const headers = await signWebhook(body, secret, { id, at });
				const reference = new Webhook(secret);
				expect(headers["webhook-signature"]).toBe(reference.sign(id, at, body));
				expect(reference.verify(body, headers)).toEqual(JSON.parse(body));
				expect(await verifyWebhook(body, headers, secret)).toEqual(JSON.parse(body));
			},
		),
		{ numRuns: 50 },
	);
});
