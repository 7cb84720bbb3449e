import { afterEach, expect, it, vi } from "vitest";
import { client } from "./client.ts";

afterEach(() => vi.unstubAllGlobals());

it("builds paths from the server's routes", () => {
	expect(client.api.files[":id"].stream.$path({ param: { id: "f1" } })).toBe(
		"/api/files/f1/stream",
	);
	expect(
		client.api["file-shares"][":shareId"]["download-folder"][":folderName{.+}"].$path({
			param: { shareId: "s", folderName: "a/b c" },
			query: {},
		}),
	).toBe("/api/file-shares/s/download-folder/a/b%20c");
});

it("sends queries, bodies, headers and options", async () => {
	const fetched = vi.fn(async (_address: string, _init: RequestInit) => Response.json({}));
	vi.stubGlobal("fetch", fetched);
	await client.api.uploads[":id"].$get({ param: { id: "u" }, query: { from: "200" } });
	expect(fetched.mock.calls[0]?.[0]).toBe("/api/uploads/u?from=200");
	expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: "GET", credentials: "same-origin" });
	const { signal } = new AbortController();
	await client.api.support.$post(
		{ json: { email: "a@example.test", message: "Hello", subject: "" } as never },
		{ headers: { "x-challenge": "t" }, init: { signal } },
	);
	expect(fetched.mock.calls[1]?.[1]).toMatchObject({
		method: "POST",
		signal,
		body: expect.stringContaining("Hello"),
		headers: { "Content-Type": "application/json", "x-challenge": "t" },
	});
});
