import { eq } from "drizzle-orm";
import { sessions } from "../../accounts/tables.ts";
import type { files, shares } from "../../catalogue/shares/tables.ts";
import { cases } from "../../core/cases/tables.ts";
import { users } from "../../core/tables.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { renditions } from "../../files/previews/tables.ts";
import type { BegunUpload } from "../../files/uploads/contract.ts";
import { avatarPrefix } from "../../pages/storefront/creators/own-creator-page.ts";
import { creatorHandles, creatorPages } from "../../pages/storefront/tables.ts";
import { payoutMethods } from "../../payments/tables.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { hashPassword } from "../../platform/security/passwords.ts";
import type { purchases } from "../../purchases/entitlements/tables.ts";
import { halvesPng } from "../fixtures/images.ts";
import { makeBuyer, makePurchase } from "../fixtures/sales.ts";
import { makeStoredShare } from "../fixtures/stored-share.ts";
import { createSession, makeCreator, request, testCtx } from "../fixtures/test-app.ts";
import { storeSecret } from "../fixtures/tokens.ts";
import { begin } from "../fixtures/upload-helpers.ts";
import { storeEndpoint } from "../fixtures/webhooks.ts";
import { CASE_NAMES, type CaseName, caseOf } from "./cases.ts";
import type { RoleName } from "./rules.ts";
import { StoredState } from "./stored-state.ts";

export const NETWORK = "2001:db8";
export const OPERATORS = ["bare@example.test", "late@example.test", "fresh@example.test"] as const;
const MINUTE_MS = 60_000;
/** ms. In the future: a factor that stays fresh however long the tests take. */
const NEVER_OLD = -24 * 60 * MINUTE_MS;
/** ms; no test reaches it. */
const LATER = 4_000_000_000_000;
/** In every original and nowhere else: a response with it gives away paid bytes. */
export const CANARY = "bytes-of-an-original";
/** As in the examples of the API's description. */
export const PASSWORD = "a long passphrase";
/** Nothing answers there. */
export const HOOK = "http://localhost:9/hook";
export const BUYER_EMAIL = "buyer@example.test";

export type Sold = {
	share: typeof shares.$inferSelect;
	notes: typeof files.$inferSelect;
	photo: typeof files.$inferSelect;
	song: typeof files.$inferSelect;
	/** of the photo's preview */
	hash: string;
	purchase: typeof purchases.$inferSelect | null;
	/** of the receipt's link; invalid without a purchase */
	receiptToken: string;
};

const PREVIEW = `data:image/png;base64,${Buffer.from(halvesPng(8, 8)).toString("base64")}`;

const original = (start: Uint8Array) =>
	new Uint8Array([...start, ...new TextEncoder().encode(`${CANARY} `.repeat(20))]);

async function makeSold(name: CaseName, creatorId: string, buyerId: string): Promise<Sold> {
	const ctx = testCtx();
	const { share: fields, purchase: purchaseFields } = caseOf(name);
	const { share, files } = await makeStoredShare(
		creatorId,
		[
			{ name: "notes.txt", data: original(new Uint8Array()) },
			{ name: "photo.png", data: original(halvesPng(8, 8)) },
			{ name: "song.mp3", folder: "Sound", data: original(new Uint8Array([0x49, 0x44, 0x33])) },
		],
		{ title: `A share (${name})`, fileCount: 3, ...fields(ctx.now()) },
	);
	const [notes, photo, song] = files;
	if (!notes || !photo || !song) throw new Error("The share has no files");
	const hash = `hash-${share.id}`;
	const clipKey = `renditions/${share.id}/clip`;
	await ctx.files.put(clipKey, new Uint8Array(100));
	await ctx.db.insert(renditions).values([
		{
			fileId: photo.id,
			shareId: share.id,
			kind: "image",
			hash,
			size: 4,
			createdAt: 1,
			mimeType: "image/png",
			width: 8,
			height: 8,
			inline: PREVIEW,
		},
		{
			fileId: song.id,
			shareId: share.id,
			kind: "clip",
			hash: `clip-${hash}`,
			size: 100,
			mimeType: "audio/webm",
			durationMs: 100,
			objectKey: clipKey,
			createdAt: 1,
		},
	]);
	const purchase = purchaseFields
		? await makePurchase(share, buyerId, { buyerEmail: BUYER_EMAIL, ...purchaseFields })
		: null;
	const receiptToken = purchase
		? await storeSecret(TOKENS.receipt, { subject: purchase.id })
		: ctx.id(32);
	return { share, notes, photo, song, hash, purchase, receiptToken };
}

async function makeSeller(
	handle: string,
	passwordHash: string,
	fields: Parameters<typeof makeCreator>[0] = {},
) {
	const ctx = testCtx();
	const creator = await makeCreator({
		plan: "pro",
		emailVerifiedAt: 1,
		passwordHash,
		...fields,
	});
	const userId = creator.user.id;
	const avatarId = `avatar-${handle}`;
	await ctx.files.put(`${avatarPrefix(userId)}${avatarId}`, new Uint8Array(10));
	await ctx.db.batch([
		ctx.db.insert(payoutMethods).values({ userId, cashAppHandle: "$casey", updatedAt: 1 }),
		ctx.db.insert(creatorPages).values({
			userId,
			line: "A line",
			links: [],
			avatarId,
			avatarType: "image/jpeg",
			avatarSize: 10,
			avatarAt: 1,
			createdAt: 1,
		}),
		ctx.db.insert(creatorHandles).values({ handle, userId, createdAt: 1 }),
	]);
	return creator;
}

let address = 0;

/** Uses a network of its own, so that no limit of calls refuses it. */
function send(path: string, init: RequestInit, cookies: Record<string, string>) {
	const headers = new Headers(init.headers);
	headers.set("cf-connecting-ip", `${NETWORK}:${(address++).toString(16)}::1`);
	return request(path, { ...init, headers, cookies });
}

const suspend = (userId: string) =>
	testCtx().db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, userId));

/** Returns the id of a question to support. */
export async function makeCase(state: "open" | "closed" = "open"): Promise<string> {
	const ctx = testCtx();
	const id = ctx.id();
	await ctx.db.insert(cases).values({
		id,
		kind: "support",
		state,
		email: "asker@example.test",
		subject: "A question",
		createdAt: 1,
		updatedAt: 1,
	});
	return id;
}

async function makeOperator(email: string, passwordHash: string, factorAgo: number) {
	const handle = email.split("@")[0] ?? "";
	const operator = await makeSeller(handle, passwordHash, { email, totpConfirmedAt: 1 });
	await testCtx()
		.db.update(sessions)
		.set({ secondFactorAt: Date.now() - factorAgo })
		.where(eq(sessions.userId, operator.user.id));
	return operator;
}

/** Created once per file, and restored after each change. */
export async function makeWorld() {
	const passwordHash = await hashPassword(PASSWORD);
	const creator = await makeSeller("casey", passwordHash);
	const otherCreator = await makeSeller("robin", passwordHash);
	// Another browser, so that there is a session to end.
	const token = await createSession(testCtx(), { userId: creator.user.id, userAgent: "other" });
	const [otherSession] = await testCtx()
		.db.select({ id: sessions.id })
		.from(sessions)
		.where(eq(sessions.tokenHash, await sha256(token)));
	const buyer = await makeBuyer();
	const otherBuyer = await makeBuyer();
	const elsewhere = await makeStoredShare(otherCreator.user.id, [
		{ name: "other.txt", data: new TextEncoder().encode("another creator's file") },
	]);
	await makePurchase(elsewhere.share, otherBuyer.id, { buyerEmail: "other@example.test" });
	const sold = {} as Record<CaseName, Sold>;
	const suspended = await makeSeller("sasha", passwordHash);
	await suspend(suspended.user.id);
	for (const name of CASE_NAMES) {
		const seller = name === "creator suspended" ? suspended : creator;
		sold[name] = await makeSold(name, seller.user.id, buyer.id);
	}
	const operators = {
		bare: await makeCreator({ email: OPERATORS[0], emailVerifiedAt: 1 }),
		late: await makeOperator(OPERATORS[1], passwordHash, 10 * MINUTE_MS),
		fresh: await makeOperator(OPERATORS[2], passwordHash, NEVER_OLD),
	};
	const begun = await begin([{ name: "new.png", size: 8 }], {}, creator);
	const upload: BegunUpload = await begun.json();
	const caseId = await makeCase();
	const endpoint = await storeEndpoint(creator.user.id, { url: HOOK });
	const listener = await storeEndpoint(creator.user.id, { url: null, expiresAt: LATER });
	return {
		creator,
		otherCreator,
		buyer,
		otherBuyer,
		operators,
		sold,
		upload,
		send,
		caseId,
		endpoint,
		listener,
		otherSession: otherSession?.id ?? "",
		stored: await StoredState.arranged(),
	};
}
export type World = Awaited<ReturnType<typeof makeWorld>>;

export type Role = {
	readonly cookies: Record<string, string>;
	readonly user: World["creator"] | null;
	/** changes the account while the role sends a request */
	readonly enter?: () => Promise<unknown>;
};

export function rolesOf(world: World): Record<RoleName, Role> {
	const { creator, otherCreator, buyer, otherBuyer, operators } = world;
	return {
		Nobody: { cookies: {}, user: null },
		Buyer: { cookies: buyer.cookies, user: null },
		"Other buyer": { cookies: otherBuyer.cookies, user: null },
		Creator: { cookies: creator.cookies, user: creator },
		"Suspended creator": {
			cookies: creator.cookies,
			user: creator,
			enter: () => suspend(creator.user.id),
		},
		"Other creator": { cookies: otherCreator.cookies, user: otherCreator },
		"Operator without factor": { cookies: operators.bare.cookies, user: operators.bare },
		"Operator, factor long ago": { cookies: operators.late.cookies, user: operators.late },
		Operator: { cookies: operators.fresh.cookies, user: operators.fresh },
	};
}
