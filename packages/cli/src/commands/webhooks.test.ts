import { afterEach, describe, expect, it, vi } from "vitest";
import { parse } from "../arguments/parse.ts";
import type { Session } from "../session.ts";
import { type Answer, recordedSession, runLine, standIn } from "../test/stand-in.ts";
import { listenBy } from "./webhooks.ts";

const TOKEN = "tbx_0123456789abcdefghijABCDEFGHIJ012345";
const listen = listenBy({ now: Date.now, random: () => 0, sleep: async () => {} });
const runListen = async (session: Session, options: string[]) =>
	parse([listen], ["webhooks", "listen", ...options]).run(session);
afterEach(() => vi.unstubAllEnvs());

const message = (id: string) => ({
	id,
	type: "sale.created",
	createdAt: "2026-11-23T12:00:00.000Z",
	headers: { "webhook-id": id, "webhook-timestamp": "1", "webhook-signature": "v1,abc" },
	body: `{"id":"${id}"}`,
});

/** Runs the command against a server with these messages, until it has reported all results. */
async function listening(messages: ReturnType<typeof message>[], options: string[], json = false) {
	vi.stubEnv("TILLBOX_TOKEN", TOKEN);
	const end = new AbortController();
	const reported: unknown[] = [];
	const server = await standIn(({ method, path, body }) => {
		if (path === "/api/v1/webhooks/listeners")
			return {
				status: 201,
				json: { id: "listener-1", secret: "whsec_x", expiresAt: "2026-11-23T13:00:00Z" },
			};
		if (path.endsWith("/messages")) {
			const sent = messages.splice(0, 2);
			if (sent.length === 0) end.abort(new Error("interrupted"));
			return { json: { messages: sent } };
		}
		if (path.endsWith("/results")) reported.push(...JSON.parse(body).results);
		return { status: method === "DELETE" || method === "POST" ? 204 : 404 };
	});
	const { session, written } = recordedSession(server.origin, { json, signal: end.signal });
	await runListen(session, options);
	return { ...server, reported, written };
}

it("posts each message as it was signed, in order, reports the status, and removes the listener", async () => {
	const receiver = await standIn(({ body }) => ({ status: body.includes("m2") ? 500 : 200 }));
	const { got, reported, written } = await listening(
		[message("m1"), message("m2"), message("m3")],
		["--forward-to", `${receiver.origin}/hooks`, "--events", "sale.created,sale.refunded"],
	);
	expect(JSON.parse(got[0]?.body ?? "")).toEqual({ events: ["sale.created", "sale.refunded"] });
	expect(receiver.got.map(({ body }) => body)).toEqual([
		'{"id":"m1"}',
		'{"id":"m2"}',
		'{"id":"m3"}',
	]);
	expect(receiver.got[0]?.headers).toMatchObject({
		"webhook-id": "m1",
		"webhook-signature": "v1,abc",
		"content-type": "application/json",
	});
	// The token is the server's business, not the receiver's.
	expect(receiver.got[0]?.headers.authorization).toBeUndefined();
	expect(reported).toEqual([
		{ id: "m1", status: 200, response: "" },
		{ id: "m2", status: 500, response: "" },
		{ id: "m3", status: 200, response: "" },
	]);
	expect(got.at(-1)).toMatchObject({
		method: "DELETE",
		path: "/api/v1/webhooks/listeners/listener-1",
	});
	expect(written.stderr).toMatch(/^whsec_x$/m);
	expect(written.stdout + written.stderr).not.toContain(TOKEN);
});

it("reports a receiver that does not answer, and goes on", async () => {
	const { got, reported } = await listening(
		[message("m1")],
		["--forward-to", "http://127.0.0.1:1/"],
	);
	expect(JSON.parse(got[0]?.body ?? "")).toEqual({ events: ["*"] });
	expect(reported).toEqual([{ id: "m1", status: null, response: expect.stringMatching(/./) }]);
});

it("prints lines of JSON for scripts", async () => {
	const { written } = await listening([message("m1")], ["--json"], true);
	const lines = written.stdout
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	expect(lines).toMatchObject([
		{ event: "listening", secret: "whsec_x" },
		{ event: "message", id: "m1", body: '{"id":"m1"}' },
	]);
});

it("calls no address that the listener's id would lead to elsewhere", async () => {
	vi.stubEnv("TILLBOX_TOKEN", TOKEN);
	const server = await standIn(() => ({ json: { id: "../../user", secret: "whsec_x" } }));
	const { session } = recordedSession(server.origin, { json: true });
	await expect(runListen(session, [])).rejects.toMatchObject({
		code: "server.invalid_id",
	});
	expect(server.got).toHaveLength(1);
});

it("needs somewhere to send messages to", async () => {
	await expect(listening([], [])).rejects.toMatchObject({
		message: "--forward-to is missing.",
		hints: [expect.stringContaining("With --json alone")],
	});
	await expect(listening([], ["--forward-to", "file:///x"])).rejects.toThrow(
		"--forward-to must be",
	);
});

describe("endpoints", () => {
	const ENDPOINT = {
		id: "endpoint-1",
		url: "https://shop.example/in",
		events: ["*"],
		enabled: true,
	};
	const run = async (answers: Record<string, Answer>, ...args: string[]) => {
		vi.stubEnv("TILLBOX_TOKEN", TOKEN);
		const server = await standIn(
			({ method, path }) => answers[`${method} ${path}`] ?? { status: 404, json: {} },
		);
		const { session, written } = recordedSession(server.origin);
		return { ...server, ended: runLine(session, "webhooks", ...args), written };
	};
	const path = "/api/v1/webhooks/endpoints";
	const sent = (state: string, status: number | null, failure: string | null) => ({
		[`POST ${path}/endpoint-1/test`]: { json: { state, attempts: [{ status, failure }] } },
	});

	it("lists endpoints and creates one, with its secret once", async () => {
		const list = await run({ [`GET ${path}`]: { json: { endpoints: [ENDPOINT] } } }, "list");
		await list.ended;
		expect(list.written.stdout).toContain("endpoint-1  https://shop.example/in  all     on\n");
		const created = { status: 201, json: { ...ENDPOINT, secret: "whsec_abc" } };
		const create = await run(
			{ [`POST ${path}`]: created },
			"create",
			ENDPOINT.url,
			"--events",
			"sale.created,sale.refunded",
		);
		await create.ended;
		expect(JSON.parse(create.got[0]?.body ?? "")).toEqual({
			url: ENDPOINT.url,
			events: ["sale.created", "sale.refunded"],
		});
		expect(create.written.stdout).toMatch(/^whsec_abc$/m);
	});

	it("fails a test with the endpoint's answer", async () => {
		const fine = await run(sent("delivered", 200, null), "test", "endpoint-1");
		await fine.ended;
		expect(fine.written.stdout).toBe("Delivered: status 200.\n");
		const refusing = await run(sent("failed", 500, "status"), "test", "endpoint-1");
		await expect(refusing.ended).rejects.toMatchObject({
			exitCode: 6,
			message: "The endpoint answered with status 500.",
		});
		const away = await run(sent("failed", null, "timeout"), "test", "endpoint-1");
		await expect(away.ended).rejects.toThrow("could not be reached (timeout)");
	});

	it.each([
		["on", true],
		["off", false],
	])("switches an endpoint %s", async (word, enabled) => {
		const answers = { [`PATCH ${path}/endpoint-1`]: { json: { ...ENDPOINT, enabled } } };
		const { ended, got, written } = await run(answers, word, "endpoint-1");
		await ended;
		expect(JSON.parse(got[0]?.body ?? "")).toEqual({ enabled });
		expect(written.stdout).toBe(`${ENDPOINT.url} is ${word}.\n`);
	});

	it("deletes an endpoint with --yes only", async () => {
		const answers = { [`DELETE ${path}/endpoint-1`]: { status: 204 } };
		await expect((await run(answers, "delete", "endpoint-1")).ended).rejects.toMatchObject({
			exitCode: 2,
		});
		const { ended, written } = await run(answers, "delete", "endpoint-1", "--yes");
		await ended;
		expect(written.stdout).toBe("Deleted.\n");
	});
});
