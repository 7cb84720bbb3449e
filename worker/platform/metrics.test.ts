import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { app } from "../app.ts";
import { runJobs } from "../maintenance/jobs.ts";
import { reportSuccess } from "../test/fakes/provider.ts";
import { makeOffer, refund, salesOf, sell } from "../test/fixtures/sale-helpers.ts";
import { makeBuyer } from "../test/fixtures/sales.ts";
import { makeCreator, ORIGIN, testCtx } from "../test/fixtures/test-app.ts";
import { countEvent } from "./metrics.ts";

type Point = { indexes: string[]; blobs: string[]; doubles: number[] };

/** Sends a request to the app with a dataset that keeps its points. */
async function observed(path: string, headers: Record<string, string> = {}) {
	const points: Point[] = [];
	const METRICS = { writeDataPoint: (point: Point) => points.push(point) };
	const execution = createExecutionContext();
	const request = new Request<unknown, IncomingRequestCfProperties>(new URL(path, ORIGIN), {
		headers,
		cf: { country: "DE" } as IncomingRequestCfProperties,
	});
	const response = await app.fetch(request, { ...env, METRICS }, execution);
	await response.text();
	await waitOnExecutionContext(execution);
	return { response, points };
}

const header = (cookies: Record<string, string>) => ({
	cookie: Object.entries(cookies)
		.map(([name, value]) => `${name}=${value}`)
		.join("; "),
});

describe("the data point of a request", () => {
	it("names the route's pattern, the status, the error's code, the country, and its waits", async () => {
		const { share } = await makeOffer();
		const { cookies } = await makeBuyer();
		const path = `/api/file-shares/${share.slug}/download-all-assets`;
		const { points } = await observed(path, header(cookies));
		expect(points).toHaveLength(1);
		const [{ indexes, blobs, doubles } = { indexes: [], blobs: [], doubles: [] }] = points;
		const route = "/api/file-shares/:shareId/download-all-assets";
		expect(indexes).toEqual([route]);
		expect(blobs).toEqual(["request", "GET", route, "402", "payment.required", "DE"]);
		expect(doubles).toHaveLength(13);
		expect(doubles.every((value) => value >= 0)).toBe(true);
	});

	it("names pages by their screens and unknown addresses not at all", async () => {
		const routeOf = async (path: string) => (await observed(path)).points[0]?.blobs[2];
		expect(await routeOf("/payment/abcdefgh")).toBe("/payment/:shareId");
		expect(await routeOf("/share/abcdefgh")).toBe("/share/:shareId");
		expect(await routeOf("/someone@example.test")).toBe("*");
		expect(await routeOf("/api/someone@example.test")).toBe("/api/*");
	});

	it("holds nothing of the visitor", async () => {
		const { cookies, user } = await makeCreator();
		const { points, response } = await observed("/api/user?email=ada@example.test", {
			...header(cookies),
			"cf-connecting-ip": "203.0.113.9",
			"user-agent": "Ada's browser",
		});
		expect(response.status).toBe(400);
		const text = JSON.stringify(points);
		for (const secret of [
			user.id,
			user.email,
			"ada@",
			"203.0.113",
			"Ada's",
			cookies["__Host-session"] ?? "",
		])
			expect(text).not.toContain(secret);
	});

	it("writes nothing without a dataset, and survives a broken one", async () => {
		expect(() => countEvent({}, { event: "sale" })).not.toThrow();
		const METRICS = {
			writeDataPoint() {
				throw new Error("no more");
			},
		};
		const execution = createExecutionContext();
		for (const bindings of [
			{ ...env, METRICS },
			{ ...env, METRICS: undefined },
		])
			expect(
				(await app.fetch(new Request(`${ORIGIN}/api/config`), bindings as Env, execution)).status,
			).toBe(200);
	});
});

describe("events", () => {
	it("counts a sale, a refund and a failed job once each", async () => {
		const counted = vi.spyOn(env.METRICS, "writeDataPoint");
		const events = (name: string) =>
			counted.mock.calls.flatMap(([point]) => (point?.blobs?.[0] === name ? [point] : []));
		try {
			const creator = await makeCreator();
			const sold = await sell(creator);
			await reportSuccess(sold.intentId, sold.cookies);
			expect(events("sale")).toMatchObject([{ blobs: ["sale", "card usd"], doubles: [1000, 1] }]);
			const [{ id = "" } = {}] = await salesOf(creator, sold.share);
			expect((await refund(creator, id)).status).toBe(200);
			expect(events("refund")).toMatchObject([{ blobs: ["refund", "card usd"] }]);
			const ctx = testCtx();
			await runJobs(
				{
					...ctx,
					db: new Proxy(ctx.db, {
						get() {
							throw new Error("away");
						},
					}),
				},
				"* * * * *",
			);
			expect(events("job_failed").map((point) => point.blobs?.[1])).toContain("sendDueMails");
		} finally {
			counted.mockRestore();
		}
	});
});

it("logs name the request", async () => {
	const logged = vi.spyOn(console, "info").mockImplementation(() => undefined);
	const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
	const { share } = await makeOffer();
	const { response } = await observed(`/api/file-shares/${share.slug}/download-all-assets`, {
		"cf-ray": "ray-1",
	});
	expect(response.status).toBe(402);
	const lines = [...logged.mock.calls, ...warned.mock.calls].map(([line]) => String(line));
	expect(lines.find((line) => line.includes("download.refused"))).toContain('"requestId":"ray-1"');
	logged.mockRestore();
	warned.mockRestore();
});
