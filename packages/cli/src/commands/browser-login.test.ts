import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { type Answer, recordedSession, standIn } from "../test/stand-in.ts";
import { browserToken } from "./browser-login.ts";

const TOKEN = "tbx_0123456789abcdefghijABCDEFGHIJ012345";
const GIVEN = { json: { access_token: TOKEN, token_type: "Bearer" } };

type Fields = Record<string, string>;
type Login = {
	/** the browser's answer, given the server's origin; null if there is none */
	answer?: (origin: string) => Fields | null;
	given?: Answer;
	scopes?: string[];
	json?: boolean;
	waitMs?: number;
};

/** Signs in with a browser that opens the printed address and is sent back. */
async function login({
	answer = (iss) => ({ code: "the code", iss }),
	given = GIVEN,
	scopes,
	json = false,
	waitMs,
}: Login = {}) {
	const server = await standIn(() => given);
	const { session, written } = recordedSession(server.origin, { json });
	const token = browserToken(session, server.origin, scopes, waitMs);
	token.catch(() => {});
	await expect.poll(() => written.stderr, { timeout: 10_000 }).toContain("/oauth/authorize?");
	const [address = ""] = /http\S+\/oauth\/authorize\?[^\s"]+/.exec(written.stderr) ?? [];
	const asked = Object.fromEntries(new URL(address).searchParams);
	const { redirect_uri: back = "", state = "" } = asked;
	const fields = answer(server.origin);
	const page = fields && (await fetch(`${back}?${new URLSearchParams({ state, ...fields })}`));
	return { ...server, written, token, asked, back, page: await page?.text() };
}

it("sends the browser to the server, and gets the token for the code that it brings back", async () => {
	const { token, got, written, asked, page, origin } = await login();
	expect(await token).toBe(TOKEN);
	expect(asked).toMatchObject({ response_type: "code", client_id: "tillbox-cli" });
	expect(asked.scope).toContain("shares:write");
	const form = Object.fromEntries(new URLSearchParams(got[0]?.body));
	expect(got[0]).toMatchObject({ method: "POST", path: "/oauth/token" });
	expect(got[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
	expect(form).toMatchObject({
		grant_type: "authorization_code",
		client_id: "tillbox-cli",
		code: "the code",
		redirect_uri: asked.redirect_uri,
	});
	expect(asked.code_challenge).toBe(
		createHash("sha256")
			.update(form.code_verifier ?? "")
			.digest("base64url"),
	);
	expect(page).toContain("go back to the terminal");
	expect(written.stderr).toContain(`create an access token at ${origin}/settings/programs`);
	expect(written.stderr).toContain("paste it into `tillbox login --with-token`");
	expect(written.stdout + written.stderr).not.toContain(TOKEN);
});

it("prints the address as JSON for a script, and asks for the chosen permissions only", async () => {
	const { token, written, asked } = await login({ json: true, scopes: ["sales:read"] });
	await token;
	expect(JSON.parse(written.stderr)).toMatchObject({ event: "confirm" });
	expect(asked.scope).toBe("sales:read");
});

it("ignores requests that don't know its state, and ends after a while without one that does", async () => {
	const { token, back } = await login({ answer: () => null, waitMs: 500 });
	const foreign = await fetch(`${back}?code=other&state=guessed`);
	expect(foreign.status).toBe(404);
	await expect(token).rejects.toMatchObject({ code: "login.expired", exitCode: 3 });
});

it.each<[string, Login, { code: string; exitCode: number }]>([
	[
		"is refused in the browser",
		{ answer: (iss) => ({ error: "access_denied", iss }) },
		{ code: "login.refused", exitCode: 3 },
	],
	[
		"asks for a permission that there is not",
		{ answer: (iss) => ({ error: "invalid_scope", iss }) },
		{ code: "oauth.invalid_scope", exitCode: 2 },
	],
	[
		"gets another server's answer",
		{ answer: () => ({ code: "the code", iss: "https://other.test" }) },
		{ code: "login.issuer", exitCode: 2 },
	],
	[
		"has a code that has expired",
		{ given: { status: 400, json: { error: "invalid_grant" } } },
		{ code: "oauth.invalid_grant", exitCode: 3 },
	],
	[
		"gets what can't be a token",
		{ given: { json: { access_token: "eval(1)" } } },
		{ code: "usage", exitCode: 2 },
	],
])("ends when it %s", async (_, given, failure) => {
	const { token } = await login(given);
	await expect(token).rejects.toMatchObject(failure);
});
