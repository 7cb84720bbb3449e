import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { NewAccessToken } from "../../accounts/access-tokens/contract.ts";
import { accessTokens } from "../../accounts/tables.ts";
import { discounts } from "../../catalogue/discounts/tables.ts";
import type { CreatedShare } from "../../catalogue/shares/contract/shares.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { hashPassword } from "../../platform/security/passwords.ts";
import { storeToken } from "../../test/fixtures/access-tokens.ts";
import { makeCreator, request, testCtx, withVariables } from "../../test/fixtures/test-app.ts";
import { claimKey } from "./claim-key.ts";
import { idempotencyKeys } from "./tables.ts";

const PASSWORD = "zebra8fjord";
const DISCOUNT = { code: "EARLY", percent: 10 };
const TOKEN = {
	name: "Backup",
	scopes: ["shares:read"],
	expiresInDays: 30,
	password: PASSWORD,
};

const verified = async () =>
	makeCreator({ emailVerifiedAt: 1, passwordHash: await hashPassword(PASSWORD) });
type Creator = Awaited<ReturnType<typeof verified>>;

type Sent = {
	body?: unknown;
	cookies?: Record<string, string>;
	headers?: Record<string, string>;
};

const post = (path: string, key: string, { body, cookies, headers = {} }: Sent = {}) =>
	request(path, {
		method: "POST",
		...(cookies && { cookies }),
		headers: { "idempotency-key": key, "content-type": "application/json", ...headers },
		body: JSON.stringify(body ?? {}),
	});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const rowsOf = ({ user }: Creator) =>
	testCtx().db.select().from(idempotencyKeys).where(eq(idempotencyKeys.owner, user.id));

const change = ({ user }: Creator, fields: Partial<typeof idempotencyKeys.$inferInsert>) =>
	testCtx().db.update(idempotencyKeys).set(fields).where(eq(idempotencyKeys.owner, user.id));

const tokensOf = ({ user }: Creator) =>
	testCtx().db.select().from(accessTokens).where(eq(accessTokens.userId, user.id));

const discountsOf = ({ user }: Creator) =>
	testCtx().db.select().from(discounts).where(eq(discounts.creatorId, user.id));

describe("a request with an Idempotency-Key", () => {
	it("acts once, and replays the first response to repetitions", async () => {
		const creator = await verified();
		const sent = { body: TOKEN, cookies: creator.cookies };
		const first = await post("/api/tokens", "key-1", sent);
		expect(first.status).toBe(201);
		expect(first.headers.has("idempotency-replayed")).toBe(false);
		const again = await post("/api/tokens", "key-1", sent);
		expect(again.status).toBe(201);
		expect(again.headers.get("idempotency-replayed")).toBe("true");
		expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
		expect(again.headers.get("cache-control")).toBe("private, no-store");
		expect(await again.text()).toBe(await first.text());
		expect(await tokensOf(creator)).toHaveLength(1);
		expect((await post("/api/tokens", "key-2", sent)).status).toBe(201);
		expect(await tokensOf(creator)).toHaveLength(2);
	});

	it("refuses a key that is reused with another body or query", async () => {
		const creator = await verified();
		const { cookies } = creator;
		await post("/api/discounts", "key", { body: DISCOUNT, cookies });
		const other = { body: { ...DISCOUNT, percent: 20 }, cookies };
		const refused = await post("/api/discounts", "key", other);
		expect(refused.status).toBe(422);
		expect(await refused.json()).toMatchObject({ code: "idempotency.key_reused" });
		const unknown = await post("/api/discounts?from=elsewhere", "key", other);
		expect(await unknown.json()).toMatchObject({ code: "request.invalid" });
		expect(await discountsOf(creator)).toMatchObject([{ percentBps: 1000 }]);
		// The same key means something else on another route.
		expect((await post("/api/tokens", "key", { body: TOKEN, cookies })).status).toBe(201);
	});

	it("acts once for 20 concurrent requests with one key", async () => {
		const creator = await verified();
		const sent = { body: TOKEN, cookies: creator.cookies };
		const responses = await Promise.all(
			Array.from({ length: 20 }, () => post("/api/tokens", "at-once", sent)),
		);
		expect(await tokensOf(creator)).toHaveLength(1);
		const statuses = responses.map(({ status }) => status);
		expect(statuses).toContain(201);
		for (const response of responses) {
			if (response.status === 201) continue;
			expect(response.status).toBe(409);
			expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
			expect(await response.json()).toMatchObject({ code: "idempotency.in_progress" });
		}
		expect((await post("/api/tokens", "at-once", sent)).headers.get("idempotency-replayed")).toBe(
			"true",
		);
	});

	it("lets a refused request be corrected under its key", async () => {
		const creator = await verified();
		const { cookies } = creator;
		const refusals = [
			[{ ...TOKEN, scopes: [] }, 400],
			[{ ...TOKEN, password: "wrong-password" }, 403],
		] as const;
		for (const [body, status] of refusals) {
			expect((await post("/api/tokens", "key", { body, cookies })).status).toBe(status);
			expect(await rowsOf(creator)).toEqual([]);
		}
		expect((await post("/api/tokens", "key", { body: TOKEN, cookies })).status).toBe(201);
	});

	it("runs again after a failure of ours, and replays final refusals", async () => {
		const creator = await verified();
		const { cookies } = creator;
		const form = new FormData();
		const upload = () =>
			request("/api/file-shares", {
				method: "POST",
				body: form,
				cookies,
				headers: { "idempotency-key": "paused" },
			});
		await withVariables({ PAUSE_UPLOADS: "true" }, async () => {
			expect((await upload()).status).toBe(503);
		});
		expect(await rowsOf(creator)).toEqual([]);
		await post("/api/discounts", "first", { body: DISCOUNT, cookies });
		const taken = await post("/api/discounts", "second", { body: DISCOUNT, cookies });
		expect(taken.status).toBe(409);
		const again = await post("/api/discounts", "second", { body: DISCOUNT, cookies });
		expect(again.status).toBe(409);
		expect(again.headers.get("idempotency-replayed")).toBe("true");
	});

	it("forgets a key after a day", async () => {
		const creator = await verified();
		const sent = { body: TOKEN, cookies: creator.cookies };
		await post("/api/tokens", "key", sent);
		await change(creator, { expiresAt: Date.now() - 1 });
		const other = { ...sent, body: { ...TOKEN, name: "Other" } };
		const later = await post("/api/tokens", "key", other);
		expect(later.headers.has("idempotency-replayed")).toBe(false);
		expect(await tokensOf(creator)).toHaveLength(2);
	});

	it("accepts keys of 1 to 255 printable characters", async () => {
		const { cookies } = await verified();
		for (const key of ["", "k".repeat(256), "sch\u00f6n", "a\tb"]) {
			const refused = await post("/api/tokens", key, { body: TOKEN, cookies });
			expect(refused.status, key).toBe(400);
			expect(await refused.json()).toMatchObject({
				fields: { "Idempotency-Key": expect.any(String) },
			});
		}
		const longest = { body: { ...DISCOUNT, code: "LONG" }, cookies };
		expect((await post("/api/discounts", "k".repeat(255), longest)).status).toBe(201);
	});
});

describe("a key that was interrupted", () => {
	const interrupted = async (creator: Creator, path: string, isRepeatable: boolean) => {
		const { createHash } = await import("node:crypto");
		const fingerprint = createHash("sha256").update("\n{}").digest("hex");
		await claimKey(creator.ctx, { method: "POST", path, key: "key", fingerprint, isRepeatable });
	};
	const overdue = { leaseUntil: Date.now() - 1 };

	it("reports an interrupted request as running for a minute, then as unknown", async () => {
		const creator = await verified();
		await interrupted(creator, "/api/discounts", false);
		const sent = { cookies: creator.cookies };
		const running = await post("/api/discounts", "key", sent);
		expect(await running.json()).toMatchObject({ code: "idempotency.in_progress" });
		await change(creator, overdue);
		const unknown = await post("/api/discounts", "key", sent);
		expect(unknown.status).toBe(409);
		expect(await unknown.json()).toMatchObject({ code: "idempotency.outcome_unknown" });
	});

	it("runs again if that does no harm", async () => {
		const creator = await verified();
		const path = "/api/purchases/unknown-purchase/refund";
		await interrupted(creator, path, true);
		const sent = { cookies: creator.cookies };
		expect((await post(path, "key", sent)).status).toBe(409);
		await change(creator, overdue);
		expect((await post(path, "key", sent)).status).toBe(404);
	});

	it("survives a lost answer to its claim", async () => {
		const creator = await verified();
		const claim = { method: "POST", path: "/api/x", key: "k", fingerprint: "f" };
		const run = { ...creator.ctx, id: () => "the-same-run" };
		for (let n = 0; n < 2; n++)
			expect(await claimKey(run, { ...claim, isRepeatable: false })).toHaveProperty("claimed");
		expect(await claimKey(creator.ctx, { ...claim, isRepeatable: false })).toHaveProperty(
			"earlier",
		);
	});
});

describe("the key of one caller", () => {
	it("separates the keys of two accounts", async () => {
		const [one, other] = [await verified(), await verified()];
		for (const creator of [one, other]) {
			const response = await post("/api/tokens", "key", { body: TOKEN, cookies: creator.cookies });
			expect(response.status).toBe(201);
			expect(response.headers.has("idempotency-replayed")).toBe(false);
			expect(await tokensOf(creator)).toHaveLength(1);
		}
	});

	// G96
	it("shares a key within an account: a token neither acts again nor reads a session's response", async () => {
		const creator = await verified();
		const { token } = await storeToken(creator.user.id, ["shares:write"]);
		const bySession = { body: DISCOUNT, cookies: creator.cookies };
		const byToken = { body: DISCOUNT, headers: bearer(token) };
		expect((await post("/api/discounts", "key", bySession)).status).toBe(201);
		const refused = await post("/api/discounts", "key", byToken);
		expect(refused.status).toBe(422);
		expect(await refused.json()).toMatchObject({ reason: "idempotency.other_credential" });
		expect(await discountsOf(creator)).toHaveLength(1);
	});

	it("replays responses to valid tokens only, and counts the call", async () => {
		const creator = await verified();
		const { token, id } = await storeToken(creator.user.id, ["shares:write"]);
		const sent = { body: DISCOUNT, headers: bearer(token) };
		await post("/api/discounts", "key", sent);
		const replayed = await post("/api/discounts", "key", sent);
		expect(replayed.headers.get("idempotency-replayed")).toBe("true");
		expect(replayed.headers.get("ratelimit")).toContain("r=598");
		await testCtx().db.delete(accessTokens).where(eq(accessTokens.id, id));
		const revoked = await post("/api/discounts", "key", sent);
		expect(revoked.status).toBe(401);
		expect(await revoked.json()).toMatchObject({ code: "access_token.invalid" });
	});

	// G86
	it("stores keys no more often than a token may call", async () => {
		const creator = await verified();
		const { token } = await storeToken(creator.user.id, ["shares:read"]);
		await withVariables({ TOKEN_CALLS_PER_MINUTE: "2" }, async () => {
			const statuses: number[] = [];
			for (const key of ["one", "two", "three", "four"])
				statuses.push(
					(await post("/api/login/passkey/begin", key, { headers: bearer(token) })).status,
				);
			expect(statuses).toEqual([200, 200, 429, 429]);
		});
		expect(await rowsOf(creator)).toHaveLength(2);
	});

	// G96
	it("demands unguessable keys of visitors, and ties them to their network", async () => {
		const body = {
			email: "ada@example.test",
			subject: "A question",
			message: "Where do I find my files?",
		};
		const from = (address: string) => ({ body, headers: { "cf-connecting-ip": address } });
		const short = await post("/api/support", "1", from("203.0.113.5"));
		expect(await short.json()).toMatchObject({
			fields: { "Idempotency-Key": expect.stringContaining("20") },
		});
		const key = crypto.randomUUID();
		const first = await (await post("/api/support", key, from("203.0.113.5"))).json();
		const again = await post("/api/support", key, from("203.0.113.5"));
		expect(await again.json()).toEqual(first);
		const other = await post("/api/support", key, from("203.0.113.6"));
		expect(await other.json()).not.toEqual(first);
	});

	it("goes with the account", async () => {
		const creator = await verified();
		await post("/api/tokens", "key", { body: TOKEN, cookies: creator.cookies });
		expect(await rowsOf(creator)).toHaveLength(1);
		const init = { method: "DELETE", cookies: creator.cookies };
		const headers = { "content-type": "application/json" };
		const body = JSON.stringify({ password: PASSWORD });
		expect((await request("/api/account", { ...init, headers, body })).status).toBe(204);
		expect(await rowsOf(creator)).toEqual([]);
	});
});

describe("a stored response", () => {
	// G96
	it("reveals nothing from the database alone", async () => {
		const creator = await verified();
		const sent = { body: TOKEN, cookies: creator.cookies };
		const { token } = await (await post("/api/tokens", "a-key", sent)).json<NewAccessToken>();
		const stored = await rowsOf(creator);
		const bytes = Buffer.from(stored[0]?.response ?? "", "base64url").toString("latin1");
		expect(bytes.length).toBeGreaterThan(100);
		for (const text of [JSON.stringify(stored), bytes])
			for (const secret of [token, token.slice(4, 34), "Backup", "a-key"])
				expect(text).not.toContain(secret);
	});

	// G96
	it("doesn't replay a response that sets a cookie", async () => {
		const { user } = await verified();
		const body = { email: user.email, password: PASSWORD };
		const key = crypto.randomUUID();
		const first = await post("/api/login", key, { body });
		expect(first.headers.getSetCookie().join()).toContain("session=");
		const again = await post("/api/login", key, { body });
		expect(again.status).toBe(409);
		expect(again.headers.getSetCookie().join()).not.toContain("session=");
		expect(await again.json()).toMatchObject({ code: "idempotency.response_not_kept" });
	});
});

describe("an upload in one form with a key", () => {
	const formOf = (content: string) => {
		const form = new FormData();
		form.set("title", "Notes");
		form.set("price", "9.00");
		form.append("files", new File([content], "notes.txt", { type: "text/plain" }));
		return form;
	};
	const upload = ({ cookies }: Creator, content: string) =>
		request("/api/file-shares", {
			method: "POST",
			cookies,
			body: formOf(content),
			headers: { "idempotency-key": "upload" },
		});
	const sharesOf = ({ user }: Creator) =>
		testCtx().db.select().from(shares).where(eq(shares.creatorId, user.id));

	it("makes one share, whatever boundary its repetition has", async () => {
		const creator = await verified();
		const first = await upload(creator, "the same bytes");
		expect(first.status, await first.clone().text()).toBe(201);
		const again = await upload(creator, "the same bytes");
		expect(again.headers.get("idempotency-replayed")).toBe("true");
		expect(await again.json<CreatedShare>()).toEqual(await first.json<CreatedShare>());
		expect(await sharesOf(creator)).toHaveLength(1);
	});

	it("refuses a form with other bytes without reading longer ones to the end", async () => {
		const creator = await verified();
		await upload(creator, "the same bytes");
		for (const content of ["the same bytez", "x".repeat(3 * 1024 * 1024)]) {
			const refused = await upload(creator, content);
			expect(refused.status).toBe(422);
			expect(await refused.json()).toMatchObject({ code: "idempotency.key_reused" });
		}
		expect(await sharesOf(creator)).toHaveLength(1);
	});
});
