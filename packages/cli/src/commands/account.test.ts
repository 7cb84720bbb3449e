import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepToken, readSettings } from "../settings/settings.ts";
import { type Answer, recordedSession, runLine, standIn } from "../test/stand-in.ts";

const TOKEN = "tbx_0123456789abcdefghijABCDEFGHIJ012345";

let folder = "";
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "cli-account-"));
	vi.stubEnv("XDG_CONFIG_HOME", folder);
});
afterEach(() => {
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
	rmSync(folder, { recursive: true, force: true });
});

async function signedOut(answer: Answer, ...options: string[]) {
	const server = await standIn(() => answer);
	await keepToken(server.origin, TOKEN);
	const { session, written } = recordedSession(server.origin);
	const failure: unknown = await runLine(session, "logout", ...options).then(
		() => null,
		(error: unknown) => error,
	);
	return { server, written, failure, tokens: (await readSettings()).tokens };
}

describe("signing out", () => {
	it("ends the token on the server, and forgets it", async () => {
		const { server, failure, tokens, written } = await signedOut({ status: 204 });
		expect(failure).toBeNull();
		expect(tokens).toEqual({});
		expect(server.got).toMatchObject([
			{
				method: "DELETE",
				path: "/api/v1/tokens/current",
				headers: { authorization: `Bearer ${TOKEN}` },
			},
		]);
		expect(written.stdout + written.stderr).not.toContain(TOKEN);
	});

	it("signs out with a token that has ended already", async () => {
		const ended = { code: "access_token.invalid", message: "No." };
		const { failure, tokens } = await signedOut({ status: 401, json: ended });
		expect([failure, tokens]).toEqual([null, {}]);
	});

	it("forgets the token and says so when the server can't end it", async () => {
		const { failure, tokens } = await signedOut({
			status: 403,
			json: { code: "account.suspended", message: "Broken." },
		});
		expect(tokens).toEqual({});
		expect(failure).toMatchObject({
			exitCode: 3,
			message: "The token is forgotten here, but could not be revoked: Broken.",
		});
	});

	it("leaves the token valid with --keep-token", async () => {
		const { server, tokens } = await signedOut({ status: 204 }, "--keep-token");
		expect([server.got, tokens]).toEqual([[], {}]);
	});

	it("refuses to forget a token from the environment", async () => {
		vi.stubEnv("TILLBOX_TOKEN", TOKEN);
		const { failure, server } = await signedOut({ status: 204 });
		expect(failure).toMatchObject({ exitCode: 2 });
		expect(server.got).toEqual([]);
	});
});

it("keeps no token that the server refuses", async () => {
	vi.stubEnv("TILLBOX_TOKEN", "");
	vi.spyOn(process, "stdin", "get").mockReturnValue(Readable.from([Buffer.from(TOKEN)]) as never);
	const server = await standIn(() => ({
		status: 401,
		json: { code: "access_token.invalid", message: "No." },
	}));
	const { session } = recordedSession(server.origin);
	await expect(runLine(session, "login", "--with-token")).rejects.toMatchObject({ status: 401 });
	expect((await readSettings()).tokens).toEqual({});
});

it("uses a token of the environment without storing it", async () => {
	vi.stubEnv("TILLBOX_TOKEN", TOKEN);
	const server = await standIn(() => ({
		json: { id: "u", email: "ada@example.test", plan: "free" },
	}));
	const { session, written } = recordedSession(server.origin, { json: true });
	await runLine(session, "whoami");
	expect(JSON.parse(written.stdout)).toMatchObject({
		server: server.origin,
		user: { email: "ada@example.test" },
	});
	expect((await readSettings()).tokens).toEqual({});
	vi.stubEnv("TILLBOX_TOKEN", "not-a-token");
	const bad = recordedSession(server.origin);
	const refused = runLine(bad.session, "whoami");
	await expect(refused).rejects.toThrow("TILLBOX_TOKEN isn't an access token");
	await expect(refused).rejects.not.toThrow("not-a-token");
});
