import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sessions } from "../accounts/tables.ts";
import { users } from "../core/tables.ts";
import { makeOperator } from "../test/fixtures/operators.ts";
import { makeSale } from "../test/fixtures/sales.ts";
import {
	cookiesOf,
	makeCreator,
	request,
	testCtx,
	withVariables,
} from "../test/fixtures/test-app.ts";

const HOUR = 60 * 60 * 1000;

describe("the console", () => {
	it("opens for an operator with a second factor", async () => {
		const operator = await makeOperator();
		const response = await operator.page("/operator");
		expect(response.status).toBe(200);
		expect(response.headers.get("cache-control")).toBe("private, no-store");
		expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
		expect(await response.text()).toContain("Overview");
	});

	// G106
	it("hides the console from creators and buyers", async () => {
		const { creator, buyer } = await makeSale();
		const own = await makeCreator({ emailVerifiedAt: 1, totpConfirmedAt: 1 });
		for (const cookies of [creator.cookies, own.cookies]) {
			const response = await request("/operator", { cookies, redirect: "manual" });
			expect(response.status).toBe(404);
			expect(await response.text()).not.toContain("console");
		}
		const asBuyer = await request("/operator", { cookies: buyer.cookies, redirect: "manual" });
		expect(asBuyer.status).toBe(302);
		expect(asBuyer.headers.get("location")).toBe("/auth?next=%2Foperator");
	});

	it("hides the console from an unconfirmed or suspended address", async () => {
		for (const fields of [{ emailVerifiedAt: null }, { suspendedAt: 1 }]) {
			const operator = await makeOperator();
			await testCtx().db.update(users).set(fields).where(eq(users.id, operator.user.id));
			expect((await operator.page("/operator")).status).toBe(404);
		}
	});

	it("asks for a second factor to be set up first", async () => {
		const operator = await makeOperator();
		await operator.demote();
		const response = await operator.page("/operator");
		expect(response.status).toBe(403);
		expect(await response.text()).toContain("Set up a second factor first");
		expect((await operator.act("/operator/jobs/prune_sessions/run")).status).toBe(403);
	});

	// G106
	it("asks to sign in again after twelve hours, and ends the session", async () => {
		const { db, now } = testCtx();
		const operator = await makeOperator();
		const own = eq(sessions.tokenHash, operator.tokenHash);
		await db
			.update(sessions)
			.set({ createdAt: now() - 13 * HOUR })
			.where(own);
		const response = await operator.page("/operator/cases");
		expect(response.status).toBe(302);
		expect(response.headers.get("location")).toBe("/auth?next=%2Foperator%2Fcases");
		expect(cookiesOf(response)).toMatchObject({ "__Host-session": expect.stringMatching(/^;|^$/) });
		expect(await db.select().from(sessions).where(own)).toEqual([]);
		expect((await operator.act("/operator/jobs/prune_sessions/run")).status).toBe(401);
	});

	// G106
	it("asks for the second factor if the session began without it", async () => {
		const operator = await makeOperator();
		const own = eq(sessions.tokenHash, operator.tokenHash);
		await testCtx().db.update(sessions).set({ secondFactorAt: null }).where(own);
		const response = await operator.page("/operator/cases");
		expect(response.headers.get("location")).toBe("/confirm?redirect=%2Foperator%2Fcases");
		expect((await operator.act("/operator/jobs/prune_sessions/run")).status).toBe(403);
	});

	// G106
	it("refuses acts from other sites and without a fresh confirmation", async () => {
		const operator = await makeOperator({ secondFactorAgo: 6 * 60_000 });
		const { purchase } = await makeSale();
		const path = `/operator/purchases/${purchase.id}`;
		const refused = await operator.act(`${path}/refund`, { reason: "asked for it" });
		expect(refused.status).toBe(403);
		// Back to the page with the form: the act itself can't be opened.
		expect(await refused.text()).toContain(`/confirm?redirect=${encodeURIComponent(path)}"`);
		expect(await (await operator.page(path)).text()).toContain("Confirm that it’s me");
		const crossSite = await withVariables({ OPERATORS: operator.user.email }, () =>
			request(`${path}/receipt`, {
				method: "POST",
				cookies: operator.cookies,
				headers: { "sec-fetch-site": "cross-site" },
			}),
		);
		expect(crossSite.status).toBe(403);
	});
});
