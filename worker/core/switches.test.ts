import { inArray } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ShareResponse } from "../catalogue/shares/contract/shares.ts";
import type { PublicConfig } from "../contract/config.ts";
import type { ErrorBody } from "../contract/errors.ts";
import { runJobs } from "../maintenance/jobs.ts";
import type { BeginDirectResponse } from "../payments/direct/contract/direct.ts";
import { refreshSwitches, rememberSwitches } from "../platform/console-switches.ts";
import { outbox, switches } from "../platform/tables.ts";
import { beginCard, deliver, eventsOf, payCard } from "../test/fakes/provider.ts";
import { makeOperator } from "../test/fixtures/operators.ts";
import { requestPage } from "../test/fixtures/pages.ts";
import {
	accessOf,
	isPaid,
	makeOffer,
	refund,
	salesOf,
	sell,
} from "../test/fixtures/sale-helpers.ts";
import { makeBuyer } from "../test/fixtures/sales.ts";
import {
	call,
	cookiesOf,
	currentBindings,
	makeCreator,
	request,
	testCtx,
	withVariables,
} from "../test/fixtures/test-app.ts";
import {
	begin,
	begun,
	code,
	complete,
	creator,
	freshCreator,
	put,
	resume,
	SMALL,
} from "../test/fixtures/upload-helpers.ts";
import { auditLog } from "./audit-log/tables.ts";
import { configOf } from "./config.ts";
import { allPausedOf, PAUSABLES, pausedOf } from "./switches.ts";

const NOTES = [{ name: "notes.txt", size: SMALL.length }];
const ALL = {
	PAUSE_UPLOADS: "true",
	PAUSE_CARD_PAYMENTS: "true",
	PAUSE_DIRECT_PAYMENTS: "true",
	PAUSE_REGISTRATION: "true",
};
const MAINTENANCE = { MAINTENANCE: "true" };

beforeEach(freshCreator);

async function expectPaused(response: Response, expected: string) {
	expect(response.status).toBe(503);
	expect(response.headers.get("retry-after")).toBe("60");
	expect(await response.json<ErrorBody>()).toMatchObject({
		code: expected,
		requestId: expect.any(String),
	});
}

async function publish(): Promise<string> {
	const upload = await begun(NOTES);
	await put(upload, 0, 1, SMALL);
	expect((await complete(upload)).status).toBe(201);
	return upload.shareId;
}

const download = (slug: string, cookies: Record<string, string>) =>
	request(`/api/file-shares/${slug}/download-all-assets`, { cookies });

const register = () =>
	call("POST", "/api/register", {
		email: `${crypto.randomUUID()}@example.test`,
		password: "zebra8fjord",
		plan: "free",
		firstName: "Ada",
		lastName: "Meyer",
	});

describe("the variables", () => {
	it("pauses by any word but the usual ones for no", () => {
		const named = (value: string) =>
			pausedOf({ config: configOf({ ...currentBindings(), PAUSE_UPLOADS: value }) });
		for (const word of ["true", "TRUE", "1", "on", "yes", "please"])
			expect(named(word)).toEqual(["uploads"]);
		for (const word of ["", "false", "False ", "0", "off", "no"]) expect(named(word)).toEqual([]);
	});

	it("tells the browser what is paused, in the configuration and every document", async () => {
		await withVariables(ALL, async () => {
			const config = await (await request("/api/config")).json<PublicConfig>();
			expect(config.paused).toEqual(["uploads", "cardPayments", "directPayments", "registration"]);
			const html = await (await requestPage("/upload")).text();
			expect(html).toContain('data-paused="uploads cardPayments directPayments registration"');
		});
		expect((await (await request("/api/config")).json<PublicConfig>()).paused).toEqual([]);
		expect(await (await requestPage("/upload")).text()).not.toContain("data-paused");
	});
});

describe("paused uploads", () => {
	it("refuses to store bytes while uploads are paused, and loses nothing of an upload under way", async () => {
		const upload = await begun(NOTES);
		const other = await begun(NOTES);
		await put(other, 0, 1, SMALL);
		await withVariables({ PAUSE_UPLOADS: "true" }, async () => {
			await expectPaused(await begin(NOTES), "uploads.paused");
			await expectPaused(await put(upload, 0, 1, SMALL), "uploads.paused");
			await expectPaused(await complete(other), "uploads.paused");
			for (const [method, path] of [
				["POST", "/api/file-shares"],
				["PUT", `/api/file-shares/${upload.shareId}/pictures/cover`],
				["PUT", "/api/creator-page/avatar"],
				["PUT", `/api/uploads/${upload.id}/files/${upload.files[0]?.id}/preview?kind=image`],
			] as const)
				await expectPaused(await call(method, path, {}, creator.cookies), "uploads.paused");
			// It can be looked at, and given up.
			expect((await resume(upload)).state).toBe("open");
			const third = await call("DELETE", `/api/uploads/${other.id}`, undefined, creator.cookies);
			expect(third.status).toBe(204);
		});
		expect((await put(upload, 0, 1, SMALL)).status).toBe(200);
		expect((await complete(upload)).status).toBe(201);
	});
});

describe("paused registration", () => {
	it("refuses new accounts while others sign in, and shows no prerendered form", async () => {
		const { cookies } = await makeCreator();
		await withVariables({ PAUSE_REGISTRATION: "yes" }, async () => {
			await expectPaused(await register(), "registration.paused");
			expect((await request("/api/user", { cookies })).status).toBe(200);
			expect(await (await requestPage("/auth")).text()).toContain('data-name="/"');
			expect(await (await requestPage("/terms")).text()).toContain("/prerendered/en/terms");
		});
		expect((await register()).status).toBe(201);
	});
});

describe("paused card payments", () => {
	it("begins no card payment while they are paused, but settles and refunds earlier ones", async () => {
		const { share } = await makeOffer();
		const started = await beginCard(share.slug);
		const seller = await makeCreator();
		const sold = await sell(seller);
		await withVariables({ PAUSE_CARD_PAYMENTS: "true" }, async () => {
			const refused = await call("POST", "/api/create-payment-intent", { shareId: share.slug });
			await expectPaused(refused, "card_payments.paused");
			const { cookies } = await makeCreator();
			const subscribe = await call("POST", "/api/create-subscription", undefined, cookies);
			await expectPaused(subscribe, "card_payments.paused");
			// Paying buyers get that answer rather than that payments are paused.
			const again = await call(
				"POST",
				"/api/create-payment-intent",
				{ shareId: sold.share.slug },
				sold.cookies,
			);
			expect(await code(again)).toBe("payment.already_paid");

			await payCard(started.intentId);
			for (const event of await eventsOf(started.intentId))
				expect((await deliver(event)).status).toBe(200);
			expect(await accessOf(share, started.cookies)).toMatchObject({ as: "buyer" });
			const [{ id = "" } = {}] = await salesOf(seller, sold.share);
			expect((await refund(seller, id)).status).toBe(200);
			expect(await isPaid(sold)).toBe(false);
		});
	});

	it("says on the share page in the reader's language that buying is paused", async () => {
		const { share } = await makeOffer();
		await withVariables({ PAUSE_CARD_PAYMENTS: "true" }, async () => {
			const shown = await request(`/api/file-shares/${share.slug}`);
			expect((await shown.json<ShareResponse>()).creator).toMatchObject({
				acceptsCard: false,
				paused: ["card"],
			});
			for (const [locale, text] of [
				["en", "Checkout is paused right now"],
				["de", "Kaufen ist gerade nicht möglich"],
				["es", "Las compras están en pausa"],
			] as const) {
				const html = await (await requestPage(`/share/${share.slug}`, { locale })).text();
				expect(html).toContain(text);
				expect(html).not.toContain(`href="/payment/${share.slug}"`);
			}
		});
		const open = await (await requestPage(`/share/${share.slug}`)).text();
		expect(open).toContain(`href="/payment/${share.slug}"`);
	});
});

describe("paused direct payments", () => {
	it("begins no direct payment while they are paused, but accepts claims of earlier ones", async () => {
		const { creator: seller, share } = await makeOffer();
		const handle = { cashAppHandle: "$creator1" };
		await call("POST", "/api/setup-cashapp", handle, seller.cookies);
		const start = (cookies: Record<string, string> = {}) =>
			call("POST", "/api/begin-direct-payment", { shareId: share.slug }, cookies);
		const started = await start();
		const cookies = cookiesOf(started);
		const { reference } = await started.json<BeginDirectResponse>();
		await withVariables({ PAUSE_DIRECT_PAYMENTS: "true" }, async () => {
			await expectPaused(await start(), "direct_payments.paused");
			expect(await (await start(cookies)).json<BeginDirectResponse>()).toMatchObject({
				reference,
				closed: "paused",
			});
			const claimed = await call(
				"POST",
				"/api/confirm-direct-payment",
				{ shareId: share.slug, buyerEmail: "b@example.test", confirmationCode: "PAUSED1" },
				cookies,
			);
			expect(claimed.status).toBe(200);
			const { claimId } = await claimed.json<{ claimId: string }>();
			const path = `/api/direct-claims/${claimId}/approve`;
			expect((await call("POST", path, {}, seller.cookies)).status).toBeLessThan(300);
			// Cards are not paused.
			const html = await (await requestPage(`/share/${share.slug}`)).text();
			expect(html).toContain("Direct payments are paused");
			expect(html).toContain(`href="/payment/${share.slug}"`);
		});
	});
});

describe("with every switch but maintenance", () => {
	it("still lets buyers download while everything but maintenance is paused", async () => {
		const slug = await publish();
		const started = await beginCard(slug);
		await payCard(started.intentId);
		for (const event of await eventsOf(started.intentId)) await deliver(event);
		await withVariables(ALL, async () => {
			const response = await download(slug, started.cookies);
			expect(response.status).toBe(200);
			expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(SMALL.length);
			expect((await request("/api/my-purchases", { cookies: started.cookies })).status).toBe(200);
		});
	});
});

describe("maintenance", () => {
	it("answers every call with one error during maintenance, and logs no failure", async () => {
		const { cookies } = await makeBuyer();
		const slug = await publish();
		const logged = vi.spyOn(console, "error");
		await withVariables(MAINTENANCE, async () => {
			for (const response of [
				await request("/api/user", { cookies: creator.cookies }),
				await download(slug, cookies),
				await begin(NOTES),
				await register(),
				await request("/api/nothing"),
				await requestPage("/", {}, { "sec-fetch-site": "same-origin" }, "POST"),
			])
				await expectPaused(response, "maintenance");
		});
		expect(logged).not.toHaveBeenCalled();
		logged.mockRestore();
	});

	it("shows a maintenance page in the reader's language at every address, and serves built files", async () => {
		const slug = await publish();
		await withVariables(MAINTENANCE, async () => {
			for (const path of ["/", "/auth", `/share/${slug}`, `/share/${slug}/card.jpg`, "/nothing"])
				for (const [locale, text] of [
					["en", "We’ll be right back"],
					["de", "Wir sind gleich zurück"],
					["es", "Volvemos enseguida"],
				] as const) {
					const page = await requestPage(path, { locale });
					expect(page.status).toBe(503);
					expect(page.headers.get("retry-after")).toBe("60");
					expect(page.headers.get("cache-control")).toBe("private, no-store");
					expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
					const html = await page.text();
					expect(html).toContain(`<html lang="${locale}">`);
					expect(html).toContain(text);
				}
			expect((await requestPage("/assets/a.js")).status).toBe(200);
		});
	});

	it("settles payments by webhook, runs jobs and answers monitors during maintenance", async () => {
		const { share } = await makeOffer();
		const started = await beginCard(share.slug);
		await payCard(started.intentId);
		await withVariables(MAINTENANCE, async () => {
			for (const event of await eventsOf(started.intentId))
				expect((await deliver(event)).status).toBe(200);
			const send = vi.fn(async () => undefined);
			const ctx = testCtx();
			await ctx.db.insert(outbox).values({
				id: ctx.id(),
				kind: "verify-email",
				audience: "creator",
				cause: "owed",
				recipientKey: "one",
				recipient: "one@example.test",
				subject: "s",
				text: "t",
				html: "h",
				createdAt: ctx.now(),
				dueAt: ctx.now(),
			});
			const paused = { ...currentBindings(), EMAIL: { send } as unknown as SendEmail };
			await runJobs({ ...ctx, env: paused, config: configOf(paused) }, "* * * * *");
			expect(send).toHaveBeenCalled();
			expect((await request("/api/health")).status).toBe(200);
		});
		expect(await accessOf(share, started.cookies)).toMatchObject({ as: "buyer" });
	});
});

describe("the console's switches", () => {
	afterEach(() => rememberSwitches([], Number.POSITIVE_INFINITY));
	const set = (name: string, paused: "yes" | "no", operator: Operator) =>
		operator.act(`/operator/switches/${name}`, { paused });
	type Operator = Awaited<ReturnType<typeof makeOperator>>;

	it("pauses and resumes each part from the console, and records it", async () => {
		const operator = await makeOperator();
		for (const name of PAUSABLES) {
			expect((await set(name, "yes", operator)).status).toBe(303);
			expect(allPausedOf(testCtx())).toEqual([name]);
			expect(await (await operator.page("/operator/switches")).text()).toContain("since");
			expect((await set(name, "no", operator)).status).toBe(303);
			expect(allPausedOf(testCtx())).toEqual([]);
		}
		const acts = await testCtx()
			.db.select()
			.from(auditLog)
			.where(inArray(auditLog.subjectId, [...PAUSABLES]));
		expect(acts).toHaveLength(2 * PAUSABLES.length);
		expect((await set("toString", "yes", operator)).status).toBe(404);
	});

	it("applies the console's switches in other isolates within seconds", async () => {
		await testCtx().db.insert(switches).values({ name: "registration", pausedAt: 1 });
		const later = (ms: number) => rememberSwitches([], Date.now() - ms);
		later(4_000);
		expect((await register()).status).toBe(201);
		// Switches older than a few seconds are read in parallel with a request, and the next one sees them.
		later(6_000);
		expect((await register()).status).toBe(201);
		await expectPaused(await register(), "registration.paused");
		// An isolate that was idle asks first.
		later(120_000);
		await expectPaused(await register(), "registration.paused");
		await testCtx().db.delete(switches);
	});

	it("keeps the known switches while the database doesn't answer", async () => {
		rememberSwitches(["registration"], 0);
		const DB = { withSession: () => ({ prepare: () => ({ all: () => Promise.reject("away") }) }) };
		const waiting: Promise<unknown>[] = [];
		await refreshSwitches({ DB } as never, (promise) => waiting.push(promise));
		await Promise.all(waiting);
		expect(pausedOf(testCtx())).toEqual(["registration"]);
	});

	it("keeps mails until they may be sent", async () => {
		const { db } = testCtx();
		await db.delete(outbox);
		const operator = await makeOperator();
		await set("mail", "yes", operator);
		expect((await register()).status).toBe(201);
		expect(await db.select().from(outbox)).toMatchObject([{ sentAt: null, attempts: 0 }]);
		await set("mail", "no", operator);
		expect(await db.select().from(outbox)).toMatchObject([{ sentAt: expect.any(Number) }]);
	});

	it("pauses the whole site but for the console and signing in", async () => {
		const operator = await makeOperator();
		await set("maintenance", "yes", operator);
		expect((await requestPage("/")).status).toBe(503);
		await expectPaused(await request("/api/my-file-shares", operator), "maintenance");
		expect((await requestPage("/auth")).status).toBe(200);
		expect((await request("/api/user", operator)).status).toBe(200);
		expect((await operator.page("/operator/switches")).status).toBe(200);
		await set("maintenance", "no", operator);
		expect((await requestPage("/")).status).toBe(200);
	});
});
