import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import worker from "../index.ts";
import { executionOver } from "../test/fakes/entrypoints.ts";
import { mailsTo } from "../test/fixtures/sale-helpers.ts";
import { atOwnPort } from "./own-port.ts";

const OPEN = "http://localhost";

test.each([
	[OPEN, "http://localhost:8800/auth", "http://localhost:8800"],
	[OPEN, "http://127.0.0.1:8787/", "http://127.0.0.1:8787"],
	[OPEN, "https://localhost:8800/", OPEN],
	[OPEN, "http://evil.example:8800/", OPEN],
	["http://localhost:5173", "http://localhost:8787/", "http://localhost:5173"],
	["https://files.example", "http://localhost:8787/", "https://files.example"],
])("configured as %s, a request to %s is answered as %s", (configured, url, origin) => {
	const bindings = { APP_ORIGIN: configured };
	const placed = atOwnPort(bindings, new Request(url));
	expect(placed.APP_ORIGIN).toBe(origin);
	expect(atOwnPort(bindings, new Request(url))).toBe(placed);
});

test("signs in at any port of this machine, and links mails there", async () => {
	const origin = "http://localhost:8463";
	const request = new Request<unknown, IncomingRequestCfProperties>(`${origin}/api/register`, {
		method: "POST",
		headers: { origin, "content-type": "application/json" },
		body: JSON.stringify({
			email: "port@example.test",
			password: "kestrel and tea",
			plan: "free",
		}),
	});
	const bindings = { ...env, APP_ORIGIN: OPEN } as unknown as Env;
	const response = await worker.fetch(request, bindings, executionOver(bindings));
	expect(response.status).toBe(201);
	expect(response.headers.getSetCookie()[0]).toMatch(/^session=/);
	const [mail] = await mailsTo("port@example.test");
	expect(mail?.text).toContain(`${origin}/verify-email#`);
});
