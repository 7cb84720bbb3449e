import { eq, getTableColumns } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount } from "../../accounts/delete-account.ts";
import { storedUploads, uploadSlots } from "../../accounts/plans/tables.ts";
import { accessTokens, applications, devices, passkeys } from "../../accounts/tables.ts";
import { discounts } from "../../catalogue/discounts/tables.ts";
import { drafts } from "../../catalogue/drafts/tables.ts";
import { allFiles } from "../../catalogue/shares/tables.ts";
import { RETENTION } from "../../contract/retention.ts";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import { openCase } from "../../core/cases/open-case.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { webhookEndpoints } from "../../core/webhook-events/tables.ts";
import { choices, choosers } from "../../customers/choosing/tables.ts";
import { buyerUpdates, unsubscribes } from "../../customers/updates/tables.ts";
import { downloadLog } from "../../files/downloads/tables.ts";
import { uploads } from "../../files/uploads/tables.ts";
import { creatorHandles, creatorPages } from "../../pages/storefront/tables.ts";
import { checkouts } from "../../payments/checkout-links/tables.ts";
import { subscriptions } from "../../payments/subscriptions/tables.ts";
import {
	invoiceDetails,
	invoices,
	ledger,
	payoutMethods,
	payoutTransfers,
	withdrawals,
} from "../../payments/tables.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { OWED, OWNER } from "../../platform/mail/mail-limits.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { hashPassword } from "../../platform/security/passwords.ts";
import { blockedBuyers } from "../../purchases/entitlements/tables.ts";
import { fileCounts, shareDays } from "../../purchases/views/tables.ts";
import { mailKind } from "../../test/fixtures/all-mails.ts";
import { TABLES } from "../../test/fixtures/all-tables.ts";
import { makeSale } from "../../test/fixtures/sales.ts";
import { call } from "../../test/fixtures/test-app.ts";
import { storeChange, storeLink, storeSecret } from "../../test/fixtures/tokens.ts";
import { sanctions } from "../../trust/moderation/tables.ts";
import { REGISTRY } from "./registry.ts";

const PASSWORD = "zebra8fjord";
const DRAFT = {
	title: "Soon",
	description: "",
	licence: "",
	pricing: "fixed",
	price: "",
	suggestedPrice: "",
	asksAddress: true,
	saleMode: "each",
	maxSales: "",
	singles: null,
	choosing: null,
	samplesMarked: true,
	preview: { images: "blur", clip: "30" },
} as const;

type Export = Record<string, unknown>;

const partOf = (data: Export, path: string): unknown =>
	path.split(".").reduce<unknown>((part, name) => (part as Export | null)?.[name], data);

test("has one entry for every table", () => {
	const names = REGISTRY.map(({ name }) => name);
	expect(names.toSorted()).toEqual(TABLES.map(({ name }) => name).toSorted());
});

// G69
test("keeps every period of the privacy policy", () => {
	const used = new Set(REGISTRY.flatMap(({ periods }) => periods));
	expect([...used].toSorted()).toEqual(Object.keys(RETENTION).toSorted());
});

test("says of everybody's data when it ends", () => {
	for (const { name, whose, ends, prune } of REGISTRY)
		if (whose !== "nobody") expect(ends.length > 0 || prune !== null, name).toBe(true);
});

test("exports or points to every table that refers to a creator", () => {
	const paths = REGISTRY.flatMap(({ exports }) => exports.map(([path]) => path));
	for (const { table, name, own, exports, shownIn } of REGISTRY) {
		const columns = Object.keys(getTableColumns(table));
		if (!["userId", "creatorId", "ownerId"].some((column) => columns.includes(column))) continue;
		expect(own, name).not.toBeNull();
		expect(exports.length > 0 || paths.includes(shownIn ?? ""), name).toBe(true);
	}
});

// G62
test("the export contains a row of every table, and no secret; the deletion leaves only the books", async () => {
	const { creator, share, purchase } = await makeSale({
		creator: { currency: "jpy", passwordHash: await hashPassword(PASSWORD) },
		share: { currency: "jpy" },
	});
	const { db, now, id } = creator.ctx;
	const userId = creator.user.id;
	const creatorId = userId;
	const at = now();
	const secrets = [
		await storeLink(TOKENS.resetPassword, userId),
		await storeLink(TOKENS.recoveryCode, userId),
		await storeChange(userId, "next@example.test"),
		await storeSecret(TOKENS.authorizationCode, {
			subject: `application-${userId}`,
			ownerId: userId,
			payload: {
				tokenId: id(),
				scopes: ["shares:read"],
				redirectUri: "https://app.example/",
				codeChallenge: "secret-challenge",
			},
		}),
		await storeSecret(TOKENS.correctAddress, {
			subject: "a@example.test",
			ownerId: creatorId,
			payload: { email: "b@example.test" },
		}),
	];
	const hashes = await Promise.all(secrets.map(sha256));
	await db.batch([
		db.insert(buyerUpdates).values({
			id: id(),
			shareId: share.id,
			creatorId,
			text: "News",
			createdAt: at,
		}),
		db.insert(unsubscribes).values({ creatorId, address: "b@example.test", createdAt: at }),
		db.insert(checkouts).values({
			id: id(),
			creatorId,
			shareId: share.id,
			metadata: {},
			createdAt: at,
			expiresAt: at,
		}),
		db.insert(creatorPages).values({ userId, links: [], createdAt: at }),
		db.insert(creatorHandles).values({ handle: id().toLowerCase(), userId, createdAt: at }),
		db.insert(accessTokens).values({
			id: id(),
			userId,
			name: "Script",
			scopes: ["shares:read"],
			ending: "abcd",
			tokenHash: `secret-token-${userId}`,
			createdAt: at,
			windowAt: 0,
			calls: 0,
		}),
		db.insert(applications).values({
			id: `application-${userId}`,
			creatorId: userId,
			name: "Shelf",
			redirectUris: ["https://app.example/"],
			secretHash: "secret-of-an-application",
			createdAt: at,
		}),
		db.insert(webhookEndpoints).values({
			id: id(),
			userId,
			url: "https://hooks.example.com/",
			events: ["*"],
			secret: "secret-of-an-endpoint",
			createdAt: at,
		}),
		db.insert(passkeys).values({
			id: id(),
			userId,
			credentialId: `credential-${userId}`,
			publicKey: "public-key",
			counter: 0,
			transports: [],
			name: "Laptop",
			backedUp: false,
			createdAt: at,
		}),
		db.insert(devices).values({ userId, tokenHash: "secret-device", firstAt: at, lastAt: at }),
		db.insert(uploads).values({
			id: id(),
			creatorId,
			shareId: share.id,
			state: "done",
			createdAt: at,
		}),
		db.insert(drafts).values({ id: id(), creatorId, details: DRAFT, createdAt: at, updatedAt: at }),
		db.insert(discounts).values({
			id: id(),
			creatorId,
			code: "EARLY",
			name: "Early",
			percentBps: 1000,
			allShares: true,
			belowMinimum: "direct",
			active: true,
			changedAt: at,
			createdAt: at,
		}),
		db.insert(uploadSlots).values({ uploadId: id(), creatorId, month: "2026-11", at }),
		db.insert(blockedBuyers).values({ creatorId, mailbox: "kim@example.test", createdAt: at }),
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
		db.insert(withdrawals).values({
			id: id(),
			purchaseId: purchase.id,
			outcome: "in_time",
			at,
		}),
		db.insert(payoutMethods).values({ userId, cashAppHandle: "$ada", updatedAt: at }),
		db.insert(invoiceDetails).values({
			userId,
			name: "Ada",
			address: "",
			country: "",
			taxNumber: "",
			updatedAt: at,
		}),
		db.insert(invoices).values({ purchaseId: purchase.id, creatorId, number: 1, issuedAt: at }),
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
		...openCase(creator.ctx, {
			id: id(),
			kind: "support",
			userId,
			creatorId,
			email: creator.user.email,
			subject: "Where?",
			message: "Where are my files?",
		}),
		db.insert(sanctions).values({
			id: id(),
			kind: "suspension",
			creatorId,
			category: "scam",
			text: "What was found",
			caseId: id(),
			imposedAt: at,
			imposedBy: id(),
			liftedAt: at,
		}),
		recordOwnAct(creator.ctx, userId, { act: "password.changed" }),
		db.insert(shareDays).values({
			shareId: share.id,
			day: "2026-11-21",
			source: "direct",
			country: "NO",
			views: 1,
		}),
		db.insert(choosers).values({
			id: `chooser-${userId}`,
			shareId: share.id,
			name: "Anna",
			tokenHash: `secret-chooser-${userId}`,
			createdAt: at,
		}),
		db.insert(choices).values({ chooserId: `chooser-${userId}`, fileId: id(), comment: "Crop it" }),
		db.insert(fileCounts).values({ fileId: id(), shareId: share.id, hearts: 1 }),
		db
			.insert(downloadLog)
			.values({ id: id(), shareId: share.id, what: "all", at, userAgent: "UA" }),
		...([true, false] as const).map((kept) =>
			db.insert(allFiles).values({
				id: id(),
				shareId: share.id,
				state: "earlier",
				replacedBy: id(),
				replacedAt: at,
				kept,
				position: 1 + Number(kept),
				originalName: `kept ${kept}.txt`,
				mimeType: "text/plain",
				size: 3,
				folderPath: "",
				objectKey: id(),
				etag: "secret-etag",
				crc32: 1,
				modifiedAt: at,
				createdAt: at,
				version: 1,
				versionNote: "Draft",
			}),
		),
	]);
	const mail = { to: creator.user.email, subject: "s", text: "reset-link", html: "h" };
	await queueMail(creator.ctx, { ...mail, kind: mailKind("security"), cause: OWNER });
	// A mail to the same address as a buyer's, which may belong to a different person.
	await queueMail(creator.ctx, { ...mail, kind: mailKind("refund"), cause: OWED });

	const response = await call("GET", "/api/account/export", undefined, creator.cookies);
	expect(response.status).toBe(200);
	const text = await response.text();
	const data = JSON.parse(text) as Export;
	for (const [path] of REGISTRY.flatMap(({ exports }) => exports)) {
		const part = partOf(data, path);
		expect(Array.isArray(part) ? part.length : part, path).toBeTruthy();
	}
	expect(data.views).toEqual([
		{
			shareId: share.slug,
			day: "2026-11-21",
			source: { kind: "direct" },
			country: "NO",
			views: 1,
			begun: 0,
		},
	]);
	expect(data.downloads).toMatchObject([{ shareId: share.slug, downloads: 1 }]);
	const { currency } = creator.user;
	expect(data).toMatchObject({
		account: { currency: "jpy" },
		shares: [{ currency }],
		money: { sales: [{ currency }] },
	});
	expect(data.shares).toMatchObject([
		{ earlierFiles: [{ name: "kept true.txt", size: 3, version: 1, note: "Draft" }] },
	]);
	expect(data.mails).toMatchObject([{ kind: "security" }]);
	expect(data.subscription).toMatchObject({ status: "active", customerId: `cus_${userId}` });
	for (const secret of [
		...hashes,
		"secret-challenge",
		"secret-device",
		"public-key",
		"reset-link",
		"secret-etag",
		`secret-chooser-${userId}`,
		"buyer@example.test",
		"kim@example.test",
		"b@example.test",
		"UA",
	])
		expect(text).not.toContain(`"${secret}"`);

	const kept: Record<string, number> = {};
	await creator.ctx.db.delete(uploads).where(eq(uploads.creatorId, userId));
	await deleteAccount(
		{ ...creator.ctx, handlers: { ...creator.ctx.handlers, beforeAccountDelete: [] } },
		{ password: PASSWORD },
	);
	for (const { table, name, own, ends } of REGISTRY) {
		if (!own || ends.some((end) => end === "books" || end === "share")) continue;
		const rows = await db.$count(table, own(userId));
		if (rows > 0) kept[name] = rows;
	}
	expect(kept).toEqual({});
});
