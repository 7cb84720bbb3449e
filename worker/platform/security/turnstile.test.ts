import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { app } from "../../app.ts";
import { CHALLENGE_HEADER } from "../../contract/config.ts";
import type { ErrorBody } from "../../contract/errors.ts";
import { configOf } from "../../core/config.ts";
import { documentHeaders } from "../../pages/storefront/document-policy.ts";
import { ORIGIN, testCtx } from "../../test/fixtures/test-app.ts";
import { verifyChallenge } from "./turnstile.ts";

const SECRET = "0x4AAA-secret";
const VERIFY = "https://verify.example.test/siteverify";
const KEYS = {
	TURNSTILE_SITE_KEY: "0x4AAA-site",
	TURNSTILE_SECRET_KEY: SECRET,
	TURNSTILE_VERIFY_URL: VERIFY,
};

/** Cloudflare's siteverify as documented: one use per token, 300 s, form or JSON, its own error codes. */
class Siteverify {
	readonly asked: URLSearchParams[] = [];
	readonly #tokens = new Map<string, { action: string; at: number; used: boolean }>();
	#now = 0;

	/** A token as the widget returns it. */
	solve(action: string): string {
		const token = `0.${crypto.randomUUID()}`;
		this.#tokens.set(token, { action, at: this.#now, used: false });
		return token;
	}

	pass(seconds: number): void {
		this.#now += seconds;
	}

	async result(request: Request): Promise<Response> {
		const fields = new URLSearchParams(await request.text());
		this.asked.push(fields);
		const refuse = (code: string) =>
			Response.json({ success: false, "error-codes": [code], messages: [] });
		if (!fields.get("secret")) return refuse("missing-input-secret");
		if (fields.get("secret") !== SECRET) return refuse("invalid-input-secret");
		const response = fields.get("response");
		if (!response) return refuse("missing-input-response");
		const token = this.#tokens.get(response);
		if (!token) return refuse("invalid-input-response");
		if (token.used || this.#now - token.at > 300) return refuse("timeout-or-duplicate");
		token.used = true;
		return Response.json({
			success: true,
			challenge_ts: new Date().toISOString(),
			hostname: "tillbox.test",
			"error-codes": [],
			action: token.action,
			cdata: "",
		});
	}
}

let siteverify: Siteverify;
let reachable: boolean;
beforeEach(() => {
	siteverify = new Siteverify();
	reachable = true;
	const real = globalThis.fetch;
	vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
		const request = new Request(input, init);
		if (request.url !== VERIFY) return real(request);
		if (!reachable) throw new TypeError("Network connection lost.");
		return siteverify.result(request);
	});
});
afterEach(() => vi.restoreAllMocks());

const configured = { ...env, ...KEYS };
const ctx = () => testCtx({ config: configOf(configured), address: "192.0.2.77" });
const check = (token: string | undefined, action = "register") =>
	verifyChallenge(ctx(), { token, action });

let address = 0;
async function post(path: string, body: object, token?: string) {
	const execution = createExecutionContext();
	const response = await app.fetch(
		new Request(new URL(path, ORIGIN), {
			method: "POST",
			body: JSON.stringify(body),
			headers: {
				"content-type": "application/json",
				"sec-fetch-site": "same-origin",
				"cf-connecting-ip": `203.0.113.${++address}`,
				...(token && { [CHALLENGE_HEADER]: token }),
			},
		}),
		configured,
		execution,
	);
	await waitOnExecutionContext(execution);
	return response;
}

test("accepts a form with a solved challenge, once, and verifies the visitor's address", async () => {
	const token = siteverify.solve("register");
	await check(token);
	expect(Object.fromEntries(siteverify.asked[0]!)).toEqual({
		secret: SECRET,
		response: token,
		remoteip: "192.0.2.77",
	});
	await expect(check(token)).rejects.toMatchObject({ code: "challenge.failed" });
});

// G73
test("refuses tokens that are missing, invented, too long, too old or made for another form", async () => {
	const old = siteverify.solve("register");
	siteverify.pass(301);
	for (const token of [
		undefined,
		"",
		"invented",
		"x".repeat(3000),
		old,
		siteverify.solve("support"),
	])
		await expect(check(token)).rejects.toMatchObject({ code: "challenge.failed" });
	// Input that can't be a token is refused without calling the service.
	expect(siteverify.asked).toHaveLength(3);
});

test("refuses and logs when the service is unavailable, returns nonsense or rejects our secret", async () => {
	const token = siteverify.solve("register");
	reachable = false;
	await expect(check(token)).rejects.toMatchObject({ code: "challenge.unavailable" });
	reachable = true;
	for (const result of [new Response("<html>", { status: 502 }), Response.json({ ok: true })]) {
		vi.spyOn(siteverify, "result").mockResolvedValueOnce(result);
		await expect(check(token)).rejects.toMatchObject({ code: "challenge.unavailable" });
	}
	const wrong = configOf({ ...configured, TURNSTILE_SECRET_KEY: "another" });
	await expect(
		verifyChallenge(testCtx({ config: wrong }), { token, action: "register" }),
	).rejects.toMatchObject({ code: "challenge.unavailable" });
	// None of these attempts consumed the token.
	await check(token);
});

test("requires no challenge without both keys", async () => {
	for (const keys of [[], ["TURNSTILE_SITE_KEY"], ["TURNSTILE_SECRET_KEY"]] as const) {
		const config = configOf({ ...env, ...Object.fromEntries(keys.map((key) => [key, KEYS[key]])) });
		await verifyChallenge(testCtx({ config }), { token: undefined, action: "register" });
	}
	expect(siteverify.asked).toEqual([]);
});

describe("with configured keys", () => {
	const forms = [
		[
			"/api/register",
			{ email: "x@example.test", password: "zebra8fjord", plan: "free" },
			"register",
			201,
		],
		[
			"/api/support",
			{ email: "x@example.test", subject: "Hi", message: "Where are my files?" },
			"support",
			201,
		],
		["/api/reports", { shareId: "nosuchshare00", reason: "scam" }, "report", 404],
		[
			"/api/confirm-direct-payment",
			{ shareId: "nosuchshare00", buyerEmail: "x@example.test", confirmationCode: "ABC123" },
			"claim",
			404,
		],
	] as const;

	test.each(forms)(
		"%s wants a token, and can be sent again with one",
		async (path, body, action, status) => {
			const refused = await post(path, body);
			expect(refused.status).toBe(403);
			expect((await refused.json<ErrorBody>()).code).toBe("challenge.failed");
			expect((await post(path, body, siteverify.solve(action))).status).toBe(status);
		},
	);

	test("sends the browser the site key and never the secret", async () => {
		const result = await app.fetch(new Request(new URL("/api/config", ORIGIN)), configured);
		const reported = await result.text();
		expect(JSON.parse(reported)).toMatchObject({ turnstileSiteKey: KEYS.TURNSTILE_SITE_KEY });
		expect(reported).not.toContain(SECRET);
	});

	// G73
	test("allows Turnstile's script only in documents with such a form, and nowhere without keys", () => {
		const policy = (path: string, config = configOf(configured)) =>
			documentHeaders(config, new URL(path, ORIGIN))["Content-Security-Policy"]!;
		for (const path of ["/auth", "/support", "/payment/abc", "/payment/direct/abc"]) {
			expect(policy(path).match(/https:\/\/challenges\.cloudflare\.com/g)).toHaveLength(2);
			expect(policy(path, testCtx().config)).not.toContain("challenges");
		}
		for (const path of ["/", "/share/abc", "/dashboard", "/subscribe"])
			expect(policy(path)).not.toContain("challenges");
	});
});
