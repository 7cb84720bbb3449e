import { env } from "cloudflare:workers";
import { lt } from "drizzle-orm";
import { expect, it } from "vitest";
import { providerEvents } from "../../payments/tables.ts";
import { testCtx } from "../../test/fixtures/test-app.ts";
import { deleteInSteps } from "./in-steps.ts";

it("deletes what a condition holds for, however many steps that takes, and nothing else", async () => {
	await env.DB.prepare(
		`insert into provider_events (id, type, at)
			with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500)
			select 'step-' || i, 'test', i from n where i > 0 limit 2500`,
	).run();
	const ctx = testCtx();
	await deleteInSteps(ctx, providerEvents, lt(providerEvents.at, 2400));
	const left = await ctx.db
		.select()
		.from(providerEvents)
		.where(lt(providerEvents.at, 5000))
		.limit(5000);
	expect(left.map(({ at }) => at).toSorted((a, b) => a - b)[0]).toBe(2400);
	expect(left).toHaveLength(101);
});
