import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { sessions } from "../../accounts/tables.ts";
import { recordEvents } from "../../core/webhook-events/record-events.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { messagesOf, standInInternet, storeEndpoint } from "../../test/fixtures/webhooks.ts";
import { deliverWebhooks } from "./deliver.ts";
import { editEndpoint } from "./own-endpoints.ts";

const HOST = "hooks.example.com";
const HOUR_MS = 3_600_000;
const RUNS = env.ALL_ROUNDS === "true" ? 500 : 25;

afterEach(() => {
	vi.restoreAllMocks();
});

/** The next step, and its delay in hours; within the three days of a message's attempts. */
const step = fc.record({
	hours: fc.double({ min: 0, max: 2, noNaN: true }),
	what: fc.oneof(
		{ weight: 4, arbitrary: fc.constant("event" as const) },
		fc.constantFrom("off", "on", "refuse", "accept", "vanish", "deliver"),
	),
});

it("every event arrives, whatever the receiver does and however often the endpoint is off", async () => {
	const internet = standInInternet();
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
			const { user, ctx: creator } = await makeCreator({ emailVerifiedAt: 1 });
			const later = Date.UTC(2028, 0, 1);
			await creator.db
				.update(sessions)
				.set({ lastSeenAt: later, expiresAt: later })
				.where(eq(sessions.userId, user.id));
			const { id } = await storeEndpoint(user.id);
			let answers: "accept" | "refuse" | "vanish" = "accept";
			const arrived: string[] = [];
			internet.receive(HOST, ({ headers }) => {
				if (answers === "vanish") throw new TypeError("gone");
				if (answers === "refuse") return new Response("no", { status: 503 });
				arrived.push(headers.get("webhook-id") ?? "");
				return new Response(null, { status: 204 });
			});
			let now = Date.UTC(2027, 0, 1);
			const at = () => testCtx({ now: () => now });
			let events = 0;
			for (const { hours, what } of steps) {
				now += hours * HOUR_MS;
				if (what === "event") {
					const ctx = at();
					const key = `effect:${id}:${events++}`;
					const data = { nth: events };
					await ctx.db.batch([
						recordEvents(ctx, user.id, { type: "sale.created", key, data, when: sql`1` }),
					]);
				} else if (what === "off" || what === "on")
					await editEndpoint({ ...creator, now: () => now }, id, { enabled: what === "on" });
				else if (what === "deliver") await deliverWebhooks(at());
				else answers = what;
			}
			answers = "accept";
			await editEndpoint({ ...creator, now: () => now }, id, { enabled: true });
			for (let hours = 0; hours < 72; hours += 12) {
				now += 12 * HOUR_MS;
				await deliverWebhooks(at());
			}
			const messages = await messagesOf(id);
			expect(messages).toHaveLength(events);
			expect(new Set(arrived)).toEqual(new Set(messages.map((message) => message.id)));
		}),
		{ numRuns: RUNS, seed: 29 },
	);
}, 300_000);
