import type { Sandbox } from "./call.ts";
import { secretKeyRequired, unauthorised } from "./errors.ts";
import type { Form } from "./form.ts";

/** Accepts the secret key (bearer or basic) or the publishable key, also as the parameter `key`, which it removes. */
export function authenticate(
	sandbox: Sandbox,
	header: string | undefined,
	form: Form,
	open: "client" | "server",
): "secret" | "publishable" {
	const key = fromHeader(header) ?? fromForm(form);
	delete form.key;
	delete form._stripe_version;
	if (key === undefined || key === "") {
		throw unauthorised(
			"You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
		);
	}
	if (key === sandbox.keys.secret) return "secret";
	if (key !== sandbox.keys.publishable)
		throw unauthorised(`Invalid API Key provided: ${masked(key)}`);
	if (open === "server") throw secretKeyRequired();
	return "publishable";
}

function fromHeader(header: string | undefined): string | undefined {
	if (header === undefined) return undefined;
	const [scheme, value = ""] = header.split(" ");
	if (scheme?.toLowerCase() === "bearer") return value;
	if (scheme?.toLowerCase() !== "basic") return undefined;
	return Buffer.from(value, "base64").toString("utf8").split(":")[0];
}

function fromForm(form: Form): string | undefined {
	return typeof form.key === "string" ? form.key : undefined;
}

function masked(key: string): string {
	if (key.length <= 12) return "*".repeat(key.length);
	return `${key.slice(0, 8)}${"*".repeat(key.length - 12)}${key.slice(-4)}`;
}
