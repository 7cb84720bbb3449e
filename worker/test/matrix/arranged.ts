import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { TOTP_PURPOSE } from "../../accounts/second-factor.ts";
import { users } from "../../core/tables.ts";
import type { BegunUpload } from "../../files/uploads/contract.ts";
import { claimLink } from "../../payments/direct/mails.ts";
import { subscriptions } from "../../payments/subscriptions/tables.ts";
import { encrypt } from "../../platform/security/encryption.ts";
import { outbox } from "../../platform/tables.ts";
import { sanctions } from "../../trust/moderation/tables.ts";
import { beginCard, payCard, provider } from "../fakes/provider.ts";
import { halvesPng } from "../fixtures/images.ts";
import { purchaseOf, sell } from "../fixtures/sale-helpers.ts";
import { call, makeCreator, testCtx } from "../fixtures/test-app.ts";
import { begin } from "../fixtures/upload-helpers.ts";
import type { CaseName } from "./cases.ts";
import { BUYER_EMAIL, type Role, type Sold, type World } from "./world.ts";

export type At = {
	readonly world: World;
	readonly role: Role;
	readonly state: CaseName;
	readonly sold: Sold;
	/** the role's request should succeed */
	readonly granted: boolean;
};
export type Sent = {
	/** the values of the path's parameters other than `shareId` */
	params?: Record<string, string>;
	query?: string;
	json?: unknown;
	body?: Uint8Array<ArrayBuffer> | string | FormData;
	headers?: Record<string, string>;
	/** undoes changes outside database and bucket */
	after?: () => Promise<unknown>;
};
/** Asynchronous recipes may change the database before the request. */
export type Recipe = (at: At) => Sent | Promise<Sent>;

const SECRET = "JBSWY3DPEHPK3PXP";
const UNKNOWN = "an-id-that-nothing-has";
const code = () => new TOTP({ secret: Secret.fromBase32(SECRET) }).generate();

export async function withTotp({ role }: At, confirmedAt: number | null): Promise<Sent> {
	const ctx = testCtx();
	const totpSecret = await encrypt(ctx.config.APP_SECRET, TOTP_PURPOSE, SECRET);
	if (role.user)
		await ctx.db
			.update(users)
			.set({ totpSecret, totpConfirmedAt: confirmedAt })
			.where(eq(users.id, role.user.user.id));
	return { json: { code: code() } };
}

export const purchaseId = ({ sold }: At) => ({ params: { id: sold.purchase?.id ?? UNKNOWN } });

/** The token that is mailed to the creator of a claim. */
export async function claimToken(at: At): Promise<string> {
	const link = await claimLink(testCtx(), at.sold.purchase?.id ?? UNKNOWN);
	return link.split(".").at(-1) ?? "";
}

export async function purchaseCode(): Promise<string> {
	const ctx = testCtx();
	await call("POST", "/api/purchases/find", { email: BUYER_EMAIL });
	const mails = await ctx.db.select().from(outbox).where(eq(outbox.recipient, BUYER_EMAIL));
	return /\b\d{6}\b/.exec(mails.at(-1)?.text ?? "")?.[0] ?? "000000";
}

/** The world's open upload, or a copy if it will be changed. */
export async function upload({ world, granted }: At): Promise<{ upload: BegunUpload } & Sent> {
	if (!granted) return { upload: world.upload };
	const { cookies } = world.creator;
	const begun: BegunUpload = await (await begin(UPLOADED, {}, world.creator)).json();
	const after = () => call("DELETE", `/api/uploads/${begun.id}`, undefined, cookies);
	return { upload: begun, after };
}
export const UPLOADED = [{ name: "new.png", size: 8 }];
const PART = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export async function part(at: At, of?: BegunUpload): Promise<Sent> {
	const { upload: open, after } = of ? { upload: of, after: undefined } : await upload(at);
	const [file] = open.files;
	return {
		params: { id: open.id, fileId: file?.id ?? "", n: "1" },
		body: PART,
		headers: { "content-length": "8", "x-upload-token": file?.token ?? "" },
		...(after && { after }),
	};
}

export async function complete(at: At): Promise<Sent> {
	const { upload: open, after } = await upload(at);
	if (at.granted) {
		const { params = {}, headers = {} } = await part(at, open);
		const path = `/api/uploads/${open.id}/files/${params.fileId}/parts/1`;
		await at.world.send(path, { method: "PUT", body: PART, headers }, at.world.creator.cookies);
	}
	return { params: { id: open.id }, ...(after && { after }) };
}

export async function preview(at: At): Promise<Sent> {
	const { upload: open, after } = await upload(at);
	const body = halvesPng(8, 8);
	return {
		params: { id: open.id, fileId: open.files[0]?.id ?? "" },
		query: "?kind=image&width=800&height=600",
		body,
		headers: { "content-length": String(body.length) },
		...(after && { after }),
	};
}

export async function subscribed({ role, granted }: At, cancelled: boolean): Promise<Sent> {
	if (!role.user || !granted) return {};
	// An account of its own: the provider remembers what the database forgets.
	const ctx = testCtx();
	const { user, cookies } = await makeCreator();
	const begun = await call("POST", "/api/create-subscription", undefined, cookies);
	const { clientSecret } = await begun.json<{ clientSecret?: string }>();
	await payCard(clientSecret?.split("_secret_")[0] ?? "");
	await call("GET", "/api/subscription-status", undefined, cookies);
	if (cancelled) await call("POST", "/api/cancel-subscription", undefined, cookies);
	await ctx.db
		.update(subscriptions)
		.set({ userId: role.user.user.id })
		.where(eq(subscriptions.userId, user.id));
	return {};
}

export async function refundable(at: At): Promise<Sent> {
	if (!at.granted) return purchaseId(at);
	const { intentId } = await sell(at.world.creator);
	return { params: { id: (await purchaseOf(intentId)).id } };
}

export async function webhook(): Promise<Sent> {
	const created = Math.floor(Date.now() / 1000);
	const event = { id: "evt_matrix", object: "event", type: "product.created", livemode: false };
	const payload = JSON.stringify({ ...event, created, data: { object: {} } });
	const signature = await provider().webhooks.generateTestHeaderStringAsync({
		payload,
		secret: env.STRIPE_WEBHOOK_SECRET,
	});
	return { body: payload, headers: { "stripe-signature": signature } };
}

/** Succeeded at the provider, for a share of the same creator. */
export async function paidIntent({ world }: At): Promise<Sent> {
	const { intentId } = await beginCard(world.sold["not bought"].share.slug, world.buyer.cookies);
	await payCard(intentId);
	return { json: { paymentIntentId: intentId, buyerEmail: BUYER_EMAIL } };
}

export async function decision(
	{ world, sold }: At,
	fields: Partial<typeof sanctions.$inferInsert> = {},
): Promise<Sent> {
	const ctx = testCtx();
	const id = ctx.id();
	await ctx.db.insert(sanctions).values({
		id,
		kind: "take_down",
		creatorId: world.creator.user.id,
		shareId: sold.share.id,
		category: "other",
		text: "It broke a rule.",
		caseId: ctx.id(),
		imposedAt: 1,
		...fields,
	});
	return { params: { id }, json: { text: "I think that this decision was a mistake." } };
}
