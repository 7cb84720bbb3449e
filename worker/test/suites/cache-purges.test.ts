import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CRONS } from "../../core/crons.ts";
import { runJobs } from "../../maintenance/jobs.ts";
import { runCachePurges } from "../../platform/queue/cache-purges.ts";
import { queue } from "../../platform/tables.ts";
import { withCaches } from "../fakes/entrypoints.ts";
import { sharedCaches } from "../fakes/shared-cache.ts";
import { anonymous, edit, inside, offer } from "../fixtures/cached-pages.ts";
import { makeShare } from "../fixtures/sales.ts";
import { call, testCtx } from "../fixtures/test-app.ts";

const ctx = testCtx();

describe("purges", () => {
	// G16
	it("repeats refused purges by cron and keeps those requested meanwhile", async () => {
		const made = await offer();
		const caches = sharedCaches({ delayMs: 0 });
		const requested = async () =>
			(await ctx.db.select().from(queue)).filter(({ key }) => key.includes(made.share.id));
		await withCaches(caches.place, async () => {
			const old = await anonymous(made.share.slug);
			caches.pages.isRefusing = true;
			await edit({ title: "Winter light" })(made);
			expect(await anonymous(made.share.slug)).toBe(old);
			const [first] = await requested();
			// Not by every call that changes something: the platform has just refused.
			expect(first?.dueAt).toBeGreaterThan(Date.now());
			caches.pages.isRefusing = false;
			await runJobs({ ...inside(caches), now: () => Date.now() + 60_000 }, CRONS.mails.expression);
			expect(await requested()).toEqual([]);
			expect(await anonymous(made.share.slug)).toContain("Winter light");
		});
		// A change during the purge.
		const held = testCtx({
			cached: () => ({
				pages: {
					fetch: () => Promise.reject(new Error("not asked")),
					purge: async () => {
						await edit({ title: "Spring light" })(made);
						return true;
					},
				},
				renditions: {
					fetch: () => Promise.reject(new Error("not asked")),
					purge: async () => true,
				},
			}),
		});
		await withCaches(
			() => ({ fetch: () => Promise.reject(new Error("gone")), purge: async () => false }),
			async () => {
				await edit({ title: "Rain" })(made);
				await runCachePurges({ ...held, now: () => Date.now() + 60_000 });
				expect(await requested()).toHaveLength(1);
			},
		);
	});
});

const MINUTE = 60_000;
const STEPS = env.ALL_ROUNDS === "true" ? 300 : 100;

describe("with a clock", () => {
	afterEach(() => void vi.useRealTimers());

	it.each([
		{ refuses: false, boundMs: 5000 },
		{ refuses: true, boundMs: MINUTE },
	])(
		"an old page is served for at most $boundMs ms in random sequences (purges refused: $refuses)",
		async ({ refuses, boundMs }) => {
			vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
			const made = await offer();
			const slugs = [made.share.slug, (await makeShare(made.creator.user.id)).slug];
			const caches = sharedCaches({ now: () => Date.now(), delayMs: 2000 });
			const step = fc.oneof(
				{ weight: 4, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 1500 }) }) },
				{ weight: 2, arbitrary: fc.record({ wait: fc.integer({ min: 1500, max: 20_000 }) }) },
				{ weight: 1, arbitrary: fc.record({ wait: fc.integer({ min: 20_000, max: 90_000 }) }) },
				{ weight: 6, arbitrary: fc.record({ view: fc.constantFrom(...slugs) }) },
				{ weight: 2, arbitrary: fc.record({ title: fc.constantFrom(...slugs) }) },
				{ weight: 1, arbitrary: fc.constant({ name: true }) },
				{ weight: 1, arbitrary: fc.record({ refuse: fc.constant(refuses) }) },
			);
			const steps = fc.sample(fc.array(step, { minLength: STEPS, maxLength: STEPS, size: "max" }), {
				numRuns: 1,
				seed: 7,
			})[0] as Record<string, unknown>[];
			/** since when this isn't the page any more */
			const over = new Map<string, number>();
			const current = new Map<string, string>();
			const plain = (slug: string) =>
				withCaches(
					(_, one) => one,
					() => anonymous(slug),
				);
			const note = async () => {
				for (const slug of slugs) {
					const shown = await plain(slug);
					const former = current.get(slug);
					if (former !== undefined && former !== shown) over.set(former, Date.now());
					over.delete(shown);
					current.set(slug, shown);
				}
			};
			await note();
			let oldest = 0;
			let n = 0;
			await withCaches(caches.place, async () => {
				for (const { wait, view, title, name, refuse } of steps) {
					n++;
					if (typeof wait === "number") vi.setSystemTime(Date.now() + wait);
					if (typeof view === "string") {
						const shown = await anonymous(view);
						oldest = Math.max(oldest, Date.now() - (over.get(shown) ?? Date.now()));
					}
					if (typeof title === "string")
						await call(
							"PATCH",
							`/api/file-shares/${title}`,
							{ title: `Title ${n}` },
							made.creator.cookies,
						);
					if (name)
						await call("PATCH", "/api/user", { displayName: `Name ${n}` }, made.creator.cookies);
					if (title || name) await note();
					if (refuse !== undefined) caches.pages.isRefusing = refuses && !caches.pages.isRefusing;
					if (wait) await runJobs({ ...inside(caches) }, CRONS.mails.expression);
				}
			});
			expect(oldest).toBeGreaterThan(0);
			expect(oldest).toBeLessThanOrEqual(boundMs);
			expect(caches.pages.asked.length).toBeGreaterThan(STEPS / 15);
		},
	);
});
