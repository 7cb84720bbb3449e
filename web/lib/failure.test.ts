import { describe, expect, it } from "vitest";
import { ApiFailure, failureOf } from "./failure.ts";

describe("failureOf", () => {
	it("carries what the server's error body says", async () => {
		const body = {
			code: "request.invalid",
			message: "Some fields are not right.",
			requestId: "r1",
			fields: { email: "Please enter a valid email" },
			details: { missing: 2 },
		};
		const failure = await failureOf(Response.json(body, { status: 400 }));
		expect(failure).toBeInstanceOf(ApiFailure);
		expect(failure.message).toBe("400: Some fields are not right.");
		expect(failure.text).toBe("Some fields are not right.");
		expect(failure).toMatchObject({ ...body, message: "400: Some fields are not right." });
	});

	it("falls back to the body's text, then to the status text", async () => {
		const text = await failureOf(new Response("gone fishing", { status: 502 }));
		expect(text.message).toBe("502: gone fishing");
		expect(text.code).toBe("unknown");
		const empty = await failureOf(new Response("", { status: 503, statusText: "Unavailable" }));
		expect(empty.message).toBe("503: Unavailable");
	});

	it("takes JSON of another shape as text", async () => {
		const failure = await failureOf(new Response('{"error":1}', { status: 500 }));
		expect(failure.message).toBe('500: {"error":1}');
	});

	it("names a call without an answer", () => {
		expect(new ApiFailure(0, { message: "No network" }).code).toBe("network");
	});
});
