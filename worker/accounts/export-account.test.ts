import { expect, test } from "vitest";
import { downloadLog } from "../downloads/tables.ts";
import { MAIL_KINDS } from "../mail-kinds.ts";
import { ledger, payoutMethods, payoutTransfers } from "../payments/tables.ts";
import { storedUploads, uploadSlots } from "../plans/tables.ts";
import { queueMail } from "../platform/mail/mail.ts";
import { HOLDER, OWED } from "../platform/mail/mail-limits.ts";
import { creatorHandles, creatorPages, shareViews } from "../storefront/tables.ts";
import { subscriptions } from "../subscriptions/tables.ts";
import { supportRequests } from "../support/tables.ts";
import { TABLES } from "../test/all-tables.ts";
import { makeSale } from "../test/sales.ts";
import { call } from "../test/test-app.ts";
import { uploads } from "../uploads/tables.ts";
import { mailTokens, recoveryCodes } from "./tables.ts";

type Export = Record<string, unknown> & {
	money: Record<string, unknown>;
	storage: { bytes: number };
	creatorPage: { page: unknown; handles: unknown[] };
};

/** Where the export contains the rows of every table that refers to a creator. */
const SHOWN: Record<string, (data: Export) => unknown> = {
	sessions: (data) => data.sessions,
	mail_tokens: (data) => data.mailedLinks,
	recovery_codes: (data) => data.recoveryCodesLeft,
	creator_pages: (data) => data.creatorPage.page,
	creator_handles: (data) => data.creatorPage.handles,
	shares: (data) => data.shares,
	uploads: (data) => data.uploads,
	upload_slots: (data) => data.uploadsByMonth,
	stored_uploads: (data) => data.storage.bytes,
	purchases: (data) => data.money.sales,
	ledger: (data) => data.money.ledger,
	payout_methods: (data) => data.money.payoutMethod,
	payout_transfers: (data) => data.money.payoutTransfers,
	subscriptions: (data) => data.subscription,
	support_requests: (data) => data.support,
};

test("the export contains every table that refers to a creator, and everything belonging to their shares", async () => {
	const named = TABLES.filter(({ columns }) =>
		columns.some((column) => column === "userId" || column === "creatorId"),
	).map(({ name }) => name);
	expect(Object.keys(SHOWN).toSorted()).toEqual(named.toSorted());

	const { creator, share, purchase } = await makeSale();
	const { db, now, id } = creator.ctx;
	const userId = creator.user.id;
	const creatorId = userId;
	const at = now();
	await db.batch([
		db.insert(mailTokens).values({
			tokenHash: "secret-hash",
			purpose: "reset-password",
			userId,
			createdAt: at,
			expiresAt: at + 1000,
		}),
		db.insert(creatorPages).values({ userId, links: [], createdAt: at }),
		db.insert(creatorHandles).values({ handle: id().toLowerCase(), userId, createdAt: at }),
		db.insert(recoveryCodes).values({ codeHash: "secret-code", userId }),
		db.insert(uploads).values({
			id: id(),
			creatorId,
			shareId: share.id,
			state: "done",
			createdAt: at,
		}),
		db.insert(uploadSlots).values({ uploadId: id(), creatorId, month: "2026-11", at }),
		db.insert(storedUploads).values({ uploadId: id(), creatorId, shareId: share.id, bytes: 3 }),
		db.insert(ledger).values({
			id: id(),
			causeKey: id(),
			creatorId,
			purchaseId: purchase.id,
			kind: "gross",
			amountCents: 1000,
			account: "platform",
			at,
		}),
		db.insert(payoutMethods).values({ userId, cashAppHandle: "$ada", updatedAt: at }),
		db.insert(payoutTransfers).values({
			id: id(),
			purchaseId: purchase.id,
			creatorId,
			kind: "transfer",
			amountCents: 900,
			account: "acct_1",
			state: "done",
			createdAt: at,
		}),
		db.insert(subscriptions).values({
			userId,
			customerId: `cus_${userId}`,
			status: "active",
			updatedAt: at,
		}),
		db.insert(supportRequests).values({
			id: id(),
			userId,
			email: creator.user.email,
			subject: "Where?",
			message: "Where are my files?",
			createdAt: at,
		}),
		db.insert(shareViews).values({
			shareId: share.id,
			day: "2026-11-21",
			network: "n",
			viewer: "v",
			at,
		}),
		db
			.insert(downloadLog)
			.values({ id: id(), shareId: share.id, what: "all", at, userAgent: "UA" }),
	]);
	const mail = { to: creator.user.email, subject: "s", text: "reset-link", html: "h" };
	await queueMail(creator.ctx, { ...mail, kind: MAIL_KINDS.security, cause: HOLDER });
	// One to the same address as a buyer's, which may belong to a different person.
	await queueMail(creator.ctx, { ...mail, kind: MAIL_KINDS.refund, cause: OWED });

	const response = await call("GET", "/api/account/export", undefined, creator.cookies);
	expect(response.status).toBe(200);
	const text = await response.text();
	const data = JSON.parse(text) as Export;
	for (const [table, read] of Object.entries(SHOWN)) {
		const shown = read(data);
		expect(Array.isArray(shown) ? shown.length : shown, table).toBeTruthy();
	}
	expect(data.views).toEqual([{ shareId: share.slug, day: "2026-11-21", views: 1 }]);
	expect(data.downloads).toMatchObject([{ shareId: share.slug, downloads: 1 }]);
	expect(data.mails).toMatchObject([{ kind: "security" }]);
	expect(data.subscription).toMatchObject({ status: "active", customerId: `cus_${userId}` });
	for (const secret of ["secret-hash", "secret-code", "reset-link", "buyer@example.test", "UA"])
		expect(text).not.toContain(`"${secret}"`);
});
