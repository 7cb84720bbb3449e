import { expect, it } from "vitest";
import { Tillbox } from "./client.ts";

// Run in Node and in the Workers runtime, whose requests and signals differ.

/** A client whose requests get these responses, and the requests as sent. */
function tillboxWith(...responses: (Response | Error)[]) {
	const sent: Request[] = [];
	const tillbox = new Tillbox({
		server: "https://tillbox.example",
		token: "tbx_1",
		fetch: async (request) => {
			sent.push(request);
			const response = responses[sent.length - 1];
			if (response instanceof Response) return response;
			throw response;
		},
	});
	return { tillbox, sent };
}

it("reads pages", async () => {
	const { tillbox, sent } = tillboxWith(
		Response.json({ sales: [{ id: "1" }], next: "1" }),
		Response.json({ sales: [{ id: "2" }], next: null }),
	);
	const ids: string[] = [];
	for await (const { id } of tillbox.list("/api/v1/sales")) ids.push(id);
	expect(ids).toEqual(["1", "2"]);
	expect(sent.map(({ url, redirect }) => [url, redirect])).toEqual([
		["https://tillbox.example/api/v1/sales", "manual"],
		["https://tillbox.example/api/v1/sales?after=1", "manual"],
	]);
});

it("retries a form with its key after a lost response, and throws refusals", async () => {
	const { tillbox, sent } = tillboxWith(
		new TypeError("Lost"),
		Response.json({ code: "upload.limit_reached", message: "Enough." }, { status: 403 }),
	);
	const body = new FormData();
	body.set("title", "Rain");
	await expect(
		tillbox.post("/api/v1/file-shares", { body, signal: new AbortController().signal }),
	).rejects.toMatchObject({ name: "TillboxError", status: 403, code: "upload.limit_reached" });
	const [first, second] = sent;
	expect(second?.headers.get("idempotency-key")).toBe(first?.headers.get("idempotency-key"));
	expect((await second?.formData())?.get("title")).toBe("Rain");
});
