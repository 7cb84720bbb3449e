import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import {
	clearSessionCookie,
	sessionHashOf,
	setSessionCookie,
} from "../../accounts/session-cookie.ts";
import { buyerHashOf, setBuyerCookie } from "../../purchases/entitlements/buyer-cookie.ts";
import { sha256 } from "../security/crypto.ts";

const app = new Hono()
	.get("/read", async (c) =>
		c.json({ sessionHash: await sessionHashOf(c), buyerHash: await buyerHashOf(c) }),
	)
	.get("/set", (c) => {
		setSessionCookie(c, "creator", 60_000);
		setBuyerCookie(c, "buyer");
		return c.body(null, 204);
	})
	.get("/clear", (c) => {
		clearSessionCookie(c);
		return c.body(null, 204);
	});

/** Sends a request to one origin, which may differ from the configured one. */
async function ask(place: Place, path: string, cookie = ""): Promise<Response> {
	const bindings = { ...env, APP_ORIGIN: place.configured };
	return app.request(new URL(path, place.asked), { headers: { cookie } }, bindings);
}

const linesOf = async (place: Place, path: string) =>
	(await ask(place, path)).headers.getSetCookie();

type Place = { what: string; configured: string; asked: string };
const same = (what: string, origin: string): Place => ({ what, configured: origin, asked: origin });

const PREFIXED = "__Host-session=creator; __Host-buyer=buyer";
const PLAIN = "session=creator; buyer=buyer";
const known = { sessionHash: await sha256("creator"), buyerHash: await sha256("buyer") };
const unknown = { sessionHash: null, buyerHash: null };

describe.each<Place>([
	same("an https origin", "https://tillbox.test"),
	same("an https origin on loopback", "https://localhost:8787"),
	same("an http origin that is not loopback", "http://tillbox.test"),
	same("an origin whose name begins like loopback", "http://localhost.example"),
	same("an origin whose name begins like a loopback address", "http://127.0.0.1.example"),
	{
		what: "a loopback request to an https origin",
		configured: "https://tillbox.test",
		asked: "http://localhost:8787",
	},
	{
		what: "a request to another host than the loopback origin's",
		configured: "http://localhost:8787",
		asked: "http://tillbox.test",
	},
	{
		what: "a request to another name of loopback than the origin's",
		configured: "http://localhost:8787",
		asked: "http://127.0.0.1:8787",
	},
	{
		what: "a request to another port than the loopback origin's",
		configured: "http://localhost:8787",
		asked: "http://localhost:8788",
	},
])("$what", (place) => {
	// G49
	test("reads the prefixed cookies and never the plain ones", async () => {
		expect(await (await ask(place, "/read", PREFIXED)).json()).toEqual(known);
		expect(await (await ask(place, "/read", PLAIN)).json()).toEqual(unknown);
	});

	test("sets and clears prefixed, secure cookies only", async () => {
		expect(await linesOf(place, "/set")).toEqual([
			"__Host-session=creator; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax",
			"signed_in=1; Max-Age=60; Path=/; Secure; SameSite=Lax",
			"__Host-buyer=buyer; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax",
		]);
		expect(await linesOf(place, "/clear")).toEqual([
			"__Host-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
			"signed_in=; Max-Age=0; Path=/; Secure; SameSite=Lax",
		]);
	});
});

describe.each<Place>([
	same("a loopback origin by name", "http://localhost:8787"),
	same("a loopback origin by address", "http://127.0.0.1:8787"),
	same("a loopback origin by IPv6 address", "http://[::1]:8787"),
])("$what", (place) => {
	// G49
	test("reads the plain cookies and never the prefixed ones", async () => {
		expect(await (await ask(place, "/read", PLAIN)).json()).toEqual(known);
		expect(await (await ask(place, "/read", PREFIXED)).json()).toEqual(unknown);
	});

	test("sets and clears plain cookies, which WebKit keeps without encryption", async () => {
		expect(await linesOf(place, "/set")).toEqual([
			"session=creator; Max-Age=60; Path=/; HttpOnly; SameSite=Lax",
			"signed_in=1; Max-Age=60; Path=/; SameSite=Lax",
			"buyer=buyer; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax",
		]);
		expect(await linesOf(place, "/clear")).toEqual([
			"session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
			"signed_in=; Max-Age=0; Path=/; SameSite=Lax",
		]);
	});
});
