import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { VERIFY_EXAMPLE } from "./webhook-messages.ts";

type Headers = Record<string, string>;
type Example = { isGenuine: (headers: Headers, body: string, secret: string) => boolean };

const example: Example = await import(
	/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(VERIFY_EXAMPLE)}`
);
const SECRET = `whsec_${Buffer.from("a secret of thirty-two byte long").toString("base64")}`;
const OTHER = `whsec_${Buffer.from("another of them, as long as that").toString("base64")}`;
const BODY = '{"type":"sale.created","data":{"title":"Día"}}';

function signed(age = 0, secrets = [SECRET]): Headers {
	const at = new Date(Date.now() - age * 1000);
	return {
		"webhook-id": "msg_1",
		"webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
		"webhook-signature": secrets
			.map((secret) => new Webhook(secret).sign("msg_1", at, BODY))
			.join(" "),
	};
}

it("the documented check accepts what the reference library signs, also while a secret is replaced", () => {
	expect(example.isGenuine(signed(), BODY, SECRET)).toBe(true);
	expect(example.isGenuine(signed(0, [OTHER, SECRET]), BODY, SECRET)).toBe(true);
});

it("the documented check refuses another body, id, secret or time, and headers that are missing", () => {
	expect(example.isGenuine(signed(), `${BODY} `, SECRET)).toBe(false);
	expect(example.isGenuine({ ...signed(), "webhook-id": "msg_2" }, BODY, SECRET)).toBe(false);
	expect(example.isGenuine(signed(), BODY, OTHER)).toBe(false);
	expect(example.isGenuine(signed(301), BODY, SECRET)).toBe(false);
	expect(example.isGenuine(signed(-301), BODY, SECRET)).toBe(false);
	expect(example.isGenuine({}, BODY, SECRET)).toBe(false);
	expect(example.isGenuine({ ...signed(), "webhook-signature": "v1,AAAA" }, BODY, SECRET)).toBe(
		false,
	);
});
