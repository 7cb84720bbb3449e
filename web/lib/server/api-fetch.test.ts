import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { onSessionEnd } from "../session/sign-in-again.ts";
import { apiFetch } from "./api-fetch.ts";
import type { ApiFailure } from "./failure.ts";

const ended = () =>
	Response.json(
		{ code: "auth.required", message: "Please sign in.", requestId: "r" },
		{ status: 401 },
	);

describe("apiFetch when the session has ended", () => {
	let isSignedIn = false;
	const fetched = vi.fn(async (_path: string, _init?: RequestInit) =>
		isSignedIn ? Response.json({ saved: true }) : ended(),
	);
	let stop: () => void = () => undefined;
	beforeEach(() => {
		isSignedIn = false;
		fetched.mockClear();
		vi.stubGlobal("fetch", fetched);
	});
	afterEach(() => {
		stop();
		vi.unstubAllGlobals();
	});
	const post = () => apiFetch("/api/support", { method: "POST", body: '{"typed":"text"}' });

	it("opens a sign-in and repeats the call with its body", async () => {
		const ask = vi.fn(async () => {
			isSignedIn = true;
			return true;
		});
		stop = onSessionEnd(ask);
		expect(await (await post()).json()).toEqual({ saved: true });
		expect(ask).toHaveBeenCalledOnce();
		expect(fetched.mock.calls[1]).toEqual(fetched.mock.calls[0]);
	});

	it("opens one sign-in for calls that fail together", async () => {
		const ask = vi.fn(
			() =>
				new Promise<boolean>((resolve) =>
					setTimeout(() => {
						isSignedIn = true;
						resolve(true);
					}),
				),
		);
		stop = onSessionEnd(ask);
		await Promise.all([post(), post()]);
		expect(ask).toHaveBeenCalledOnce();
	});

	it("opens none for a call that was sent before somebody signed in again, and repeats it", async () => {
		const ask = vi.fn(async () => {
			isSignedIn = true;
			return true;
		});
		stop = onSessionEnd(ask);
		let arrive = () => {};
		const late = new Promise<void>((resolve) => {
			arrive = resolve;
		});
		const refused = { code: "auth.required", message: "Please sign in.", requestId: "r" };
		fetched.mockImplementationOnce(async () => {
			await late;
			return Response.json(refused, { status: 401 });
		});
		const first = post();
		await post();
		arrive();
		await first;
		expect(ask).toHaveBeenCalledOnce();
	});

	it("fails as before when the sign-in is declined, or no prompt is registered", async () => {
		stop = onSessionEnd(async () => false);
		await expect(post()).rejects.toMatchObject({ status: 401, code: "auth.required" });
		stop();
		await expect(post()).rejects.toMatchObject({ status: 401 });
		expect(fetched).toHaveBeenCalledTimes(2);
	});

	it("opens no sign-in for background requests, or when a password is wrong", async () => {
		const ask = vi.fn(async () => true);
		stop = onSessionEnd(ask);
		await expect(apiFetch("/api/dashboard")).rejects.toMatchObject({ status: 401 });
		fetched.mockResolvedValueOnce(
			Response.json(
				{ code: "account.bad_credentials", message: "No.", requestId: "r" },
				{ status: 401 },
			),
		);
		await expect(post()).rejects.toMatchObject({ code: "account.bad_credentials" });
		expect(ask).not.toHaveBeenCalled();
	});
});

describe("apiFetch when the server is busy", () => {
	const busy = (retryAfter: string, status = 503) =>
		Response.json(
			{ code: "service.unavailable", message: "Busy.", requestId: "r" },
			{ status, headers: { "Retry-After": retryAfter } },
		);
	const fetched = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>();
	beforeEach(() => {
		vi.useFakeTimers({ now: 0 });
		fetched.mockReset();
		vi.stubGlobal("fetch", fetched);
	});
	afterEach(() => {
		vi.useRealTimers();
		vi.unstubAllGlobals();
	});
	const answers = (...responses: Response[]) => {
		for (const response of responses) fetched.mockResolvedValueOnce(response);
	};
	async function passing(path: string, init?: RequestInit) {
		const called = apiFetch(path, init).catch((error: unknown) => error as ApiFailure);
		await vi.runAllTimersAsync();
		const { status } = await called;
		return { status, seconds: Math.floor(Date.now() / 1000) };
	}

	it("sends a read again when the server says, with its body and query", async () => {
		answers(busy("3"), busy("2", 429), Response.json({}));
		const { status, seconds } = await passing("/api/user?fresh=1");
		expect([status, seconds]).toEqual([200, 5]);
		expect(fetched.mock.calls.map(([path]) => path)).toEqual(Array(3).fill("/api/user?fresh=1"));
	});

	it("gives up after three retries, and reports the wait that the server asked for", async () => {
		answers(busy("1"), busy("1"), busy("1"), busy("4"));
		const called = apiFetch("/api/user").catch((error: unknown) => error);
		await vi.runAllTimersAsync();
		expect(await called).toMatchObject({ status: 503, retryAfterMs: 4000 });
		expect(fetched).toHaveBeenCalledTimes(4);
	});

	it.each([
		["POST", "/api/support"],
		["POST", "/api/password/forgot"],
		["DELETE", "/api/account"],
		["POST", "/api/confirm-direct-payment"],
		["POST", "/api/file-shares"],
		["POST", "/api/file-shares/abc/files/remove"],
	])("does not repeat %s %s, which might do something twice", async (method, path) => {
		answers(busy("1"));
		expect((await passing(path, { method })).status).toBe(503);
		expect(fetched).toHaveBeenCalledOnce();
	});

	it.each([
		["PUT", "/api/creator-page"],
		["PATCH", "/api/file-shares/abc"],
		["DELETE", "/api/file-shares/abc"],
		["DELETE", "/api/uploads/abc"],
		["POST", "/api/login"],
		["POST", "/api/uploads"],
		["POST", "/api/uploads/abc/complete"],
		["POST", "/api/create-payment-intent"],
		["POST", "/api/payment-success"],
		["POST", "/api/purchases/abc/refund"],
	])("repeats %s %s, which does its work once", async (method, path) => {
		answers(busy("1"), Response.json({}));
		expect((await passing(path, { method, body: "{}" })).status).toBe(200);
		expect(fetched.mock.calls[1]).toEqual(fetched.mock.calls[0]);
	});

	it("leaves long waits, and failures without one, to the person", async () => {
		answers(busy("60"));
		expect((await passing("/api/user")).status).toBe(503);
		answers(new Response("Bad gateway", { status: 503 }));
		expect((await passing("/api/user")).status).toBe(503);
		expect(fetched).toHaveBeenCalledTimes(2);
	});
});
