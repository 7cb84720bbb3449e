import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeDownloads, ROUTES, type Route } from "../../test/fixtures/downloads.ts";

const routes = Object.keys(ROUTES) as Route[];
let fixture: Awaited<ReturnType<typeof makeDownloads>>;
let lines: Record<string, unknown>[];
beforeEach(async () => {
	fixture = await makeDownloads();
	lines = [];
	vi.spyOn(console, "info").mockImplementation((line) => void lines.push(JSON.parse(String(line))));
});
afterEach(() => vi.restoreAllMocks());

const refusals = () => lines.filter(({ event }) => event === "download.refused");

describe("a refused download", () => {
	it.each(routes)(
		"logs a refused download once with the response's request id: %s",
		async (route) => {
			for (const [viewer, reason] of [
				["stranger", "no_identity"],
				["buyer of another share", "not_purchased"],
				["refunded", "refunded"],
			] as const) {
				lines = [];
				const response = await fixture.ask(fixture.pathOf(route), {}, viewer);
				expect(response.status).toBe(402);
				const body = await response.json<Record<string, unknown>>();
				expect(Object.keys(body).sort()).toEqual(["code", "message", "requestId"]);
				expect(body.code).toBe("payment.required");
				expect(refusals()).toMatchObject([
					{
						requestId: body.requestId,
						shareId: fixture.share.id,
						reason,
						code: "payment.required",
						level: "info",
					},
				]);
			}
		},
	);

	it("answers a refused download with the same text whatever the reason", async () => {
		const answers = new Set<string>();
		for (const viewer of ["stranger", "buyer of another share", "refunded"] as const) {
			const response = await fixture.ask(fixture.pathOf("file"), {}, viewer);
			const { requestId, ...rest } = await response.json<Record<string, unknown>>();
			expect(requestId).toBeTruthy();
			answers.add(JSON.stringify(rest));
		}
		expect(answers.size).toBe(1);
	});

	it("logs nothing but ids, the reason and the code", async () => {
		await fixture.ask(fixture.pathOf("file"), {}, "refunded");
		expect(refusals().map((line) => Object.keys(line).sort())).toEqual([
			["code", "event", "fileId", "level", "reason", "requestId", "shareId"],
		]);
	});

	it("logs a refusal once for a file that doesn't exist", async () => {
		const response = await fixture.ask("/api/files/unknown/download", {}, "buyer");
		expect(response.status).toBe(404);
		expect(refusals()).toMatchObject([{ reason: "not_found", code: "file.not_found" }]);
	});

	it("logs no refusal for viewers who may download", async () => {
		for (const viewer of ["owner", "buyer"] as const)
			await (await fixture.ask(fixture.pathOf("file"), {}, viewer)).arrayBuffer();
		expect(refusals()).toEqual([]);
	});
});
