import { afterEach, expect, test, vi } from "vitest";
import { PlatformApi } from "./platform-api.ts";

afterEach(() => vi.unstubAllGlobals());

const AGAIN = "run the same command again";

test.each([
	[400, 7406, "delete one, or change the plan"],
	[403, 7406, "delete one, or change the plan"],
	[400, 10027, "Workers Paid"],
	[400, 10072, "scheduled jobs"],
	[404, 10078, "wrangler versions list"],
	[400, 10211, "deploy the version of this folder"],
	[400, 12345, "correct what it names"],
	[500, 10001, AGAIN],
	[429, 971, AGAIN],
	[403, 10000, AGAIN],
])("a refusal with status %i and number %i says what helps", async (status, code, advice) => {
	const errors = [{ code, message: "No" }];
	vi.stubGlobal("fetch", async () => Response.json({ success: false, errors }, { status }));
	const api = new PlatformApi(
		"https://platform.test",
		{},
		{ isReadOnly: false, pause: async () => {} },
	);
	const message = await api.change("POST", "/accounts/1/workers/scripts/x").then(
		() => "",
		(error: Error) => error.message,
	);
	expect(message).toContain(`No [${code}]`);
	expect(message).toContain(advice);
	if (advice !== AGAIN) expect(message).not.toContain(AGAIN);
});
