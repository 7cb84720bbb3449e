import { describe, expect, it } from "vitest";
import { ApiFailure, failureOf, isTransient } from "./failure.ts";

describe("failureOf", () => {
	it("reads the server's error body", async () => {
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

	it("falls back to the body's text, then to the status text, in the message alone", async () => {
		const text = await failureOf(new Response("<html>502 Bad Gateway</html>", { status: 502 }));
		expect(text.message).toBe("502: <html>502 Bad Gateway</html>");
		expect(text.code).toBe("unknown");
		const empty = await failureOf(new Response("", { status: 503, statusText: "Unavailable" }));
		expect(empty.message).toBe("503: Unavailable");
		for (const failure of [text, empty])
			expect(failure.text).toBe("The server could not answer. Please try again in a moment.");
	});

	it("treats JSON of another shape as text", async () => {
		const failure = await failureOf(new Response('{"error":1}', { status: 500 }));
		expect(failure.message).toBe('500: {"error":1}');
		expect(failure.text).not.toContain("error");
	});

	it("gives a call without a response a code", () => {
		expect(new ApiFailure(0, { message: "No network" }).code).toBe("network");
	});
});

describe("isTransient", () => {
	it("calls a failure transient only if a retry may help", () => {
		const of = (status: number) => isTransient(new ApiFailure(status, { message: "" }));
		expect([0, 408, 429, 500, 502, 503].every(of)).toBe(true);
		expect([400, 401, 402, 403, 404, 409, 410].some(of)).toBe(false);
		expect(isTransient(new SyntaxError("Unexpected token '<'"))).toBe(true);
	});
});
