import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { apiFetch } from "./api-fetch.ts";
import { onSessionEnd } from "./sign-in-again.ts";

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
