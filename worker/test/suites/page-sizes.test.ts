import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { app } from "../../app.ts";
import { nextPageOf } from "../../contract/pages.ts";
import { recordEvents } from "../../core/webhook-events/record-events.ts";
import { webhookMessages } from "../../core/webhook-events/tables.ts";
import { traitOf } from "../../platform/http/traits.ts";
import { makeBuyer, makePurchase, makeShare } from "../fixtures/sales.ts";
import { makeCreator, request, testCtx } from "../fixtures/test-app.ts";
import { storeEndpoint } from "../fixtures/webhooks.ts";

type Creator = Awaited<ReturnType<typeof makeCreator>>;

const shareOf = ({ user }: Creator) => makeShare(user.id);
async function sellThree({ user }: Creator) {
	const share = await makeShare(user.id);
	for (const buyerEmail of ["a@example.test", "b@example.test", "c@example.test"])
		await makePurchase(share, (await makeBuyer()).id, { buyerEmail });
	return share;
}

/** A function that makes three entries, and the list's address. */
const LISTS: readonly [route: string, (creator: Creator) => Promise<string>][] = [
	[
		"/api/sales",
		async (creator) => {
			await sellThree(creator);
			return "/api/v1/sales";
		},
	],
	[
		"/api/file-shares/:shareId/sales",
		async (creator) => `/api/v1/file-shares/${(await sellThree(creator)).slug}/sales`,
	],
	[
		"/api/customers",
		async (creator) => {
			await sellThree(creator);
			return "/api/v1/customers";
		},
	],
	[
		"/api/my-file-shares",
		async (creator) => {
			for (const _ of [1, 2, 3]) await shareOf(creator);
			return "/api/v1/my-file-shares";
		},
	],
	[
		"/api/events",
		async ({ user, ctx }) => {
			for (const n of [1, 2, 3])
				await recordEvents(ctx, user.id, {
					type: "payout.paid",
					key: `payout.paid:${n}`,
					data: {
						payout: {
							id: "one",
							status: "paid",
							saleId: "some-sale",
							currency: "usd",
							amount: "1.00",
						},
					},
					when: sql`true`,
				});
			return "/api/v1/events";
		},
	],
	[
		"/api/webhooks/endpoints/:id/messages",
		async ({ user }) => {
			const { id } = await storeEndpoint(user.id);
			for (const n of [1, 2, 3])
				await testCtx()
					.db.insert(webhookMessages)
					.values({
						id: `msg_${String(n).repeat(32)}`,
						endpointId: id,
						eventKey: `sale.created:${n}`,
						type: "sale.created",
						data: "{}",
						createdAt: n,
					});
			return `/api/v1/webhooks/endpoints/${id}/messages`;
		},
	],
];

async function pageAt(address: string, { cookies }: Creator) {
	const response = await request(address, { cookies });
	expect(response.status).toBe(200);
	const body: unknown = await response.json();
	if (Array.isArray(body)) return { entries: body, next: nextPageOf(response.headers.get("link")) };
	const { next, ...page } = body as { next: string | null };
	return { entries: Object.values<unknown>(page).find(Array.isArray) ?? [], next };
}

it("covers every list that has pages", () => {
	const paged = app.routes.flatMap(({ path, handler }) => {
		const { target, schema } = traitOf(handler)?.input ?? {};
		const names = target === "query" ? Object.keys((schema as { shape?: object }).shape ?? {}) : [];
		return names.includes("after") ? [path] : [];
	});
	expect([...new Set(paged)].toSorted()).toEqual(LISTS.map(([route]) => route).toSorted());
});

it.each(LISTS)("%s has pages as long as is asked for", async (_, prepare) => {
	const creator = await makeCreator();
	const address = await prepare(creator);
	const whole = await pageAt(address, creator);
	expect([whole.entries.length, whole.next]).toEqual([3, null]);
	const first = await pageAt(`${address}?limit=2`, creator);
	expect(first.entries).toEqual(whole.entries.slice(0, 2));
	const rest = await pageAt(
		`${address}?limit=2&after=${encodeURIComponent(first.next ?? "")}`,
		creator,
	);
	expect(rest).toEqual({ entries: whole.entries.slice(2), next: null });
	for (const limit of ["0", "201", "1.5", "ten"]) {
		const refused = await request(`${address}?limit=${limit}`, { cookies: creator.cookies });
		expect([limit, refused.status]).toEqual([limit, 400]);
		expect(await refused.json()).toMatchObject({ fields: { limit: expect.any(String) } });
	}
});
