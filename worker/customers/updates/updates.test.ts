import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { allFiles, files, isLiveIn, shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { sendDueMails } from "../../platform/mail/outbox.ts";
import { outbox } from "../../platform/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { codeOf } from "../../test/fixtures/restrictions.ts";
import { makeBuyer, makeLines, makePurchase, makeShare } from "../../test/fixtures/sales.ts";
import { call, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import type { MyPurchase } from "../receipts/contract.ts";
import type { BuyerUpdates } from "./contract.ts";
import { deliverUpdates } from "./deliver-updates.ts";
import { plainWords } from "./mails.ts";
import { buyerUpdates, unsubscribes, updateRecipients } from "./tables.ts";
import { unsubscribeUrl } from "./unsubscribe-token.ts";

const DAY_MS = 86_400_000;
const TEXT = "There is a new version.";

afterEach(() => vi.restoreAllMocks());

async function offer(fields: Parameters<typeof makeCreator>[0] = {}) {
	const creator = await makeCreator({ emailVerifiedAt: 1, ...fields });
	const share = await makeShare(creator.user.id);
	return { creator, share };
}

type Share = Awaited<ReturnType<typeof offer>>["share"];
let count = 0;

async function sell(share: Share, fields: Partial<typeof purchases.$inferInsert> = {}) {
	const buyer = await makeBuyer();
	const buyerEmail = fields.buyerEmail ?? `b-${count++}-${share.id.toLowerCase()}@example.test`;
	const purchase = await makePurchase(share, buyer.id, { ...fields, buyerEmail });
	return { buyer, purchase, email: buyerEmail };
}

const tell = (share: Share, cookies: Record<string, string>, text = TEXT) =>
	call("POST", `/api/file-shares/${share.slug}/updates`, { text }, cookies);
const mailsAbout = (address: string) =>
	testCtx().db.select().from(outbox).where(eq(outbox.recipient, address));

/** Runs the job like the cron, with a clock of its own, until no message is open. */
async function deliverAll(shareId: string, from: Ctx = testCtx()): Promise<number> {
	for (let minute = 1; minute < 1000; minute++) {
		const ctx = { ...from, now: () => Date.now() + minute * 60_000 };
		await deliverUpdates(ctx);
		const open = await ctx.db
			.select({ finishedAt: buyerUpdates.finishedAt })
			.from(buyerUpdates)
			.where(eq(buyerUpdates.shareId, shareId));
		if (open.every(({ finishedAt }) => finishedAt !== null)) return minute;
	}
	throw new Error("the message never ends");
}

describe("a message to a share's buyers", () => {
	// G82
	it("goes once to each address that has paid, whatever its case, and to nobody else", async () => {
		const { creator, share } = await offer();
		const one = await sell(share);
		await sell(share, { buyerEmail: one.email.toUpperCase() });
		const lost = [];
		for (const state of ["refunded", "disputed", "claimed", "started"] as const)
			lost.push(await sell(share, { state }));
		lost.push(await sell(share, { revokedAt: 1 }));
		const page = await (
			await request(`/api/file-shares/${share.slug}/updates`, { cookies: creator.cookies })
		).json<BuyerUpdates>();
		expect(page).toMatchObject({ buyers: 1, minutes: 1, nextAt: null });
		const response = await tell(share, creator.cookies);
		expect(response.status).toBe(201);
		expect(await response.json()).toMatchObject({ text: TEXT, recipients: 1 });
		await deliverAll(share.id);
		const mails = [
			...(await mailsAbout(one.email)),
			...(await mailsAbout(one.email.toUpperCase())),
		].filter(({ kind }) => kind === "buyer-update");
		expect(mails).toHaveLength(1);
		for (const { email } of lost) expect(await mailsAbout(email)).toEqual([]);
	});

	it("sends one message a day, even for two concurrent calls", async () => {
		const { creator, share } = await offer();
		await sell(share);
		const both = await Promise.all([tell(share, creator.cookies), tell(share, creator.cookies)]);
		expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
		await testCtx()
			.db.update(buyerUpdates)
			.set({ createdAt: Date.now() - DAY_MS - 1000 })
			.where(eq(buyerUpdates.shareId, share.id));
		expect((await tell(share, creator.cookies)).status).toBe(201);
	});

	it("refuses a message without a confirmed address or buyers, and to other creators' shares", async () => {
		const { creator, share } = await offer();
		expect(await codeOf(await tell(share, creator.cookies))).toBe("update.no_buyers");
		await sell(share);
		const other = await makeCreator({ emailVerifiedAt: 1 });
		expect(await codeOf(await tell(share, other.cookies))).toBe("share.not_found");
		await testCtx()
			.db.update(users)
			.set({ emailVerifiedAt: null })
			.where(eq(users.id, creator.user.id));
		expect(await codeOf(await tell(share, creator.cookies))).toBe("account.email_unverified");
	});

	it("ends when its creator is suspended, and when the share is taken down", async () => {
		vi.spyOn(console, "warn").mockImplementation(() => undefined);
		const ctx = testCtx();
		for (const stop of ["creator", "share"]) {
			const { creator, share } = await offer();
			const buyers = [];
			for (let at = 0; at < 3; at++) buyers.push(await sell(share));
			await ctx.db.insert(buyerUpdates).values({
				id: ctx.id(),
				shareId: share.id,
				creatorId: creator.user.id,
				text: TEXT,
				recipients: 1,
				createdAt: ctx.now(),
			});
			const [update] = await ctx.db
				.select()
				.from(buyerUpdates)
				.where(eq(buyerUpdates.shareId, share.id));
			for (const { email, purchase } of buyers)
				await ctx.db.insert(updateRecipients).values({
					updateId: update?.id ?? "",
					address: email,
					purchaseId: purchase.id,
					unconfirmed: false,
					nextAt: 1,
				});
			if (stop === "creator")
				await ctx.db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, creator.user.id));
			else await ctx.db.update(shares).set({ status: "taken_down" }).where(eq(shares.id, share.id));
			await deliverAll(share.id);
			for (const { email } of buyers) expect(await mailsAbout(email)).toEqual([]);
		}
	});

	// G82
	it("sends a message once, however often the job runs or dies", async () => {
		const { creator, share } = await offer();
		const buyers = [];
		for (let at = 0; at < 60; at++) buyers.push(await sell(share));
		await tell(share, creator.cookies);
		const later = { ...testCtx(), now: () => Date.now() + 60_000 };
		await Promise.all([deliverUpdates(later), deliverUpdates(later), deliverUpdates(later)]);
		// As if a run had died before it recorded what it put into the outbox.
		await later.db
			.update(updateRecipients)
			.set({ attempts: 0, nextAt: 1, outcome: null })
			.where(eq(updateRecipients.purchaseId, buyers[0]?.purchase.id ?? ""));
		await later.db
			.update(buyerUpdates)
			.set({ finishedAt: null })
			.where(eq(buyerUpdates.shareId, share.id));
		await deliverAll(share.id);
		for (const { email } of buyers) expect(await mailsAbout(email)).toHaveLength(1);
	});

	it("paces mails to buyers whose payment no provider has confirmed, and leaves room for receipts", async () => {
		const base = testCtx();
		const ctx = { ...base, config: { ...base.config, MAILS_PER_SENDER: 8 } };
		const { creator, share } = await offer();
		const buyers: Awaited<ReturnType<typeof sell>>[] = [];
		for (let at = 0; at < 10; at++) buyers.push(await sell(share, { route: "direct" }));
		await ctx.db.insert(buyerUpdates).values({
			id: ctx.id(),
			shareId: share.id,
			creatorId: creator.user.id,
			text: TEXT,
			createdAt: ctx.now(),
		});
		const [update] = await ctx.db
			.select()
			.from(buyerUpdates)
			.where(eq(buyerUpdates.shareId, share.id));
		for (const { email, purchase } of buyers)
			await ctx.db.insert(updateRecipients).values({
				updateId: update?.id ?? "",
				address: email,
				purchaseId: purchase.id,
				unconfirmed: true,
				nextAt: 1,
			});
		const sentBy = async (minutes: number) => {
			await deliverUpdates({ ...ctx, now: () => Date.now() + minutes * 60_000 });
			const all = await Promise.all(buyers.map(({ email }) => mailsAbout(email)));
			return all.flat().length;
		};
		expect([await sentBy(1), await sentBy(2), await sentBy(63)]).toEqual([4, 4, 8]);
		expect(await sentBy(130)).toBe(10);
	});

	it("sends a message while many others wait for their limits", async () => {
		const base = testCtx();
		const ctx = { ...base, config: { ...base.config, MAILS_PER_SENDER: 1 } };
		const waiting = await offer();
		const { purchase } = await sell(waiting.share, { route: "direct" });
		for (let at = 0; at < 40; at++) {
			const updateId = ctx.id();
			await ctx.db.insert(buyerUpdates).values({
				id: updateId,
				shareId: waiting.share.id,
				creatorId: waiting.creator.user.id,
				text: TEXT,
				createdAt: Date.now(),
			});
			await ctx.db.insert(updateRecipients).values({
				updateId,
				address: `waits-${at}@example.test`,
				purchaseId: purchase.id,
				unconfirmed: true,
				nextAt: 1,
			});
		}
		const { creator, share } = await offer();
		const { email } = await sell(share);
		await tell(share, creator.cookies);
		let turn: string | null = null;
		for (let minute = 1; minute <= 3; minute++)
			turn = await deliverUpdates({ ...ctx, now: () => Date.now() + minute * 60_000 }, turn);
		expect(await mailsAbout(email)).toHaveLength(1);
	});

	// G82
	it("names what is new since the purchase, and makes no link of the creator's words", async () => {
		const { creator, share } = await offer({ displayName: "Ada" });
		const { email } = await sell(share, { paidAt: Date.now() - 5000 });
		const text =
			"See https://evil.example/x?y=1 and www.bad.test, or mail a@b.example\n<b>bold</b>";
		await testCtx()
			.db.update(allFiles)
			.set({ version: 2, versionNote: "Louder", createdAt: Date.now() })
			.where(isLiveIn(share.id));
		await tell(share, creator.cookies, text);
		await deliverAll(share.id);
		const [mail] = await mailsAbout(email);
		expect(mail?.subject).toBe(`News about your purchase: ${share.title}`);
		expect(mail?.text).toContain(
			"New version: sunset\u2060.txt (2) – Louder".replace("\u2060.", ".\u2060"),
		);
		expect(mail?.text).toContain("> See https:");
		expect(mail?.text).not.toContain("evil.example");
		expect(mail?.text).not.toContain("b.example");
		expect(mail?.html).toContain("&lt;b&gt;bold");
		const links = [...(mail?.html ?? "").matchAll(/href="([^"]+)"/g)].map(([, url]) => url);
		const { APP_ORIGIN: origin } = testCtx().config;
		for (const url of links) expect(url?.startsWith(origin)).toBe(true);
		expect(mail?.html).toContain(`/report?share=${share.slug}`);
		expect(plainWords("v1.2 is out. Well done")).toBe("v1.2 is out. Well done");
	});
});

describe("unsubscribing", () => {
	async function link() {
		const { creator, share } = await offer();
		const sold = await sell(share);
		const of = { purchaseId: sold.purchase.id, address: sold.email };
		const { pathname } = new URL(await unsubscribeUrl(testCtx(), of));
		return { creator, share, ...sold, pathname };
	}
	/** Unsubscribes like a mail program: without cookies, from anywhere. */
	const oneClick = (pathname: string) =>
		request(pathname, {
			method: "POST",
			body: "List-Unsubscribe=One-Click",
			headers: {
				"content-type": "application/x-www-form-urlencoded",
				"sec-fetch-site": "cross-site",
				origin: "https://mail.example",
			},
		});
	const rowsOf = async ({ id }: { id: string }, address: string) =>
		(await testCtx().db.select().from(unsubscribes).where(eq(unsubscribes.creatorId, id))).filter(
			(row) => row.address === address,
		);

	it("works by one click of a mail program, and is honoured by the next message", async () => {
		const { creator, share, email, pathname } = await link();
		expect((await oneClick(pathname)).status).toBe(200);
		expect((await oneClick(pathname)).status).toBe(200);
		expect(await rowsOf(creator.user, email)).toHaveLength(1);
		expect(await codeOf(await tell(share, creator.cookies))).toBe("update.no_buyers");
		const another = await makeShare(creator.user.id);
		await sell(another, { buyerEmail: email });
		expect(await codeOf(await tell(another, creator.cookies))).toBe("update.no_buyers");
	});

	// G84
	it("asks before it acts when the link is opened, and can be taken back", async () => {
		const { creator, email, pathname } = await link();
		const asked = await request(pathname);
		expect(asked.status).toBe(200);
		expect(await asked.text()).toContain("Stop messages");
		expect(await rowsOf(creator.user, email)).toEqual([]);
		const post = (body: string) =>
			request(pathname, {
				method: "POST",
				body,
				headers: { "content-type": "application/x-www-form-urlencoded" },
			});
		expect(await (await post("do=stop")).text()).toContain("No more messages");
		expect(await rowsOf(creator.user, email)).toHaveLength(1);
		expect(await (await request(pathname)).text()).toContain("Get them again");
		expect((await post("do=resume")).status).toBe(200);
		expect(await rowsOf(creator.user, email)).toEqual([]);
	});

	// G84
	it("refuses an unsubscribe by another token, or that of a former address", async () => {
		const { creator, email, pathname, purchase } = await link();
		const forged = `${pathname.slice(0, -1)}${pathname.endsWith("A") ? "B" : "A"}`;
		expect((await oneClick(forged)).status).toBe(404);
		await testCtx()
			.db.update(purchases)
			.set({ buyerEmail: "corrected@example.test" })
			.where(eq(purchases.id, purchase.id));
		expect((await oneClick(pathname)).status).toBe(404);
		expect(await rowsOf(creator.user, email)).toEqual([]);
	});

	// G82
	it("stops a message that is waiting for its turn, and one that is in the outbox", async () => {
		const { creator, share, email, pathname } = await link();
		const other = await sell(share);
		await tell(share, creator.cookies);
		await deliverAll(share.id);
		const refusing = { send: async () => Promise.reject(new Error("away")) };
		vi.spyOn(console, "warn").mockImplementation(() => undefined);
		await sendDueMails({
			...testCtx(),
			env: { ...testCtx().env, EMAIL: refusing as unknown as SendEmail },
		});
		const [queued] = await mailsAbout(email);
		await testCtx()
			.db.update(outbox)
			.set({ sentAt: null, attempts: 1 })
			.where(eq(outbox.id, queued?.id ?? ""));
		await oneClick(pathname);
		expect(await mailsAbout(email)).toEqual([]);
		expect(await mailsAbout(other.email)).toHaveLength(1);
		const [row] = await testCtx()
			.db.select()
			.from(outbox)
			.where(eq(outbox.id, queued?.id ?? ""));
		expect(row).toMatchObject({ recipient: "", html: "", attempts: 8, unsubscribeUrl: null });
	});

	it("checks unsubscribes when the mail is made", async () => {
		const { creator, share, email, pathname, purchase } = await link();
		const ctx = testCtx();
		const id = ctx.id();
		await ctx.db.insert(buyerUpdates).values({
			id,
			shareId: share.id,
			creatorId: creator.user.id,
			text: TEXT,
			createdAt: ctx.now(),
		});
		await ctx.db.insert(updateRecipients).values({
			updateId: id,
			address: email,
			purchaseId: purchase.id,
			unconfirmed: false,
			nextAt: 1,
		});
		await oneClick(pathname);
		await deliverAll(share.id);
		expect(await mailsAbout(email)).toEqual([]);
		const [row] = await ctx.db
			.select()
			.from(updateRecipients)
			.where(eq(updateRecipients.updateId, id));
		expect(row).toMatchObject({ outcome: "left_out", nextAt: null });
	});

	it("offers the unsubscribe in the mail's headers", async () => {
		const { creator, share, email, pathname } = await link();
		await tell(share, creator.cookies);
		await deliverAll(share.id);
		const sent: { to: string; headers?: Record<string, string> }[] = [];
		const send = async (mail: (typeof sent)[number]) => {
			sent.push(mail);
			return { messageId: "1" };
		};
		const ctx = testCtx();
		const [queued] = await mailsAbout(email);
		await ctx.db
			.update(outbox)
			.set({ sentAt: null, attempts: 0 })
			.where(eq(outbox.id, queued?.id ?? ""));
		const due = { ...ctx, now: () => Date.now() + DAY_MS };
		await sendDueMails({ ...due, env: { ...ctx.env, EMAIL: { send } as unknown as SendEmail } });
		const headers = sent.find(({ to }) => to === email)?.headers;
		expect(headers).toEqual({
			"List-Unsubscribe": `<${ctx.config.APP_ORIGIN}${pathname}>`,
			"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
		});
	});
});

describe("a buyer's purchases", () => {
	it("show changes since they were paid, with notes, and the versions that are kept", async () => {
		const ctx = testCtx();
		const { share } = await offer();
		const now = ctx.now();
		const { buyer } = await sell(share, { paidAt: now - 5000 });
		const later = await sell(share, { paidAt: now + 5000 });
		const [file] = await ctx.db.select().from(files).where(eq(files.shareId, share.id));
		await ctx.db
			.update(allFiles)
			.set({ version: 2, versionNote: "Louder", createdAt: now })
			.where(isLiveIn(share.id));
		await ctx.db.update(shares).set({ changedAt: now }).where(eq(shares.id, share.id));
		if (!file) throw new Error("no file made");
		await ctx.db.insert(allFiles).values({
			...file,
			state: "earlier",
			id: ctx.id(),
			objectKey: ctx.id(),
			replacedBy: file.id,
			replacedAt: now,
			kept: true,
		});
		const seen = async (cookies: Record<string, string>) => {
			const [one] = await (await request("/api/my-purchases", { cookies })).json<MyPurchase[]>();
			return one;
		};
		expect(await seen(buyer.cookies)).toMatchObject({
			news: [{ id: file.id, name: "sunset.txt", version: 2, note: "Louder" }],
			earlierVersions: [{ name: "sunset.txt", version: 1 }],
		});
		expect(await seen(later.buyer.cookies)).toMatchObject({ news: [], earlierVersions: [] });
		// Of single files, only those that were bought: earlier versions have no web size.
		for (const [line, counts] of [
			[{ fileId: file.id, edition: "full" }, [1, 1]],
			[{ fileId: file.id, edition: "web" }, [1, 0]],
			[{ fileId: file.id, edition: "full", refundedAt: now }, [0, 0]],
			[{ fileId: "another", edition: "full" }, [0, 0]],
		] as const) {
			const { buyer, purchase } = await sell(share, { paidAt: now - 5000 });
			await makeLines(purchase, [line]);
			const one = await seen(buyer.cookies);
			expect([one?.news.length, one?.earlierVersions.length]).toEqual(counts);
		}
	});
});
