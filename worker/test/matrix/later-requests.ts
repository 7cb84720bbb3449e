import { inArray } from "drizzle-orm";
import { passkeys, sessions } from "../../accounts/tables.ts";
import type { DiscountInput } from "../../catalogue/discounts/contract.ts";
import { createDiscount, listDiscounts } from "../../catalogue/discounts/own-discounts.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { webhookMessages } from "../../core/webhook-events/tables.ts";
import { unsubscribeToken } from "../../customers/updates/unsubscribe-token.ts";
import { createCheckout } from "../../payments/checkout-links/own-checkouts.ts";
import { storeToken } from "../fixtures/access-tokens.ts";
import { ask, storeApplication, storeCode } from "../fixtures/applications.ts";
import { makeShare } from "../fixtures/sales.ts";
import { ORIGIN, testCtx } from "../fixtures/test-app.ts";
import { storeChange, storeSecret } from "../fixtures/tokens.ts";
import { storeEndpoint } from "../fixtures/webhooks.ts";
import { type At, purchaseId, type Recipe } from "./arranged.ts";
import { BUYER_EMAIL, HOOK, PASSWORD } from "./world.ts";

let count = 0;
const NEW_EMAIL = "new-address@example.test";
const WITHDRAWN = { name: "Kim Meyer", email: BUYER_EMAIL };

async function passkeyOf({ world }: At) {
	const ctx = testCtx();
	await ctx.db
		.update(sessions)
		.set({ secondFactorAt: ctx.now() })
		.where(inArray(sessions.userId, [world.creator.user.id, world.otherCreator.user.id]));
	const id = ctx.id();
	await ctx.db.insert(passkeys).values({
		id,
		userId: world.creator.user.id,
		credentialId: id,
		publicKey: "AAAA",
		counter: 0,
		transports: [],
		name: "Phone",
		backedUp: false,
		createdAt: 1,
	});
	return { params: { id } };
}

const OFF: DiscountInput = {
	code: "MATRIX",
	name: "",
	percent: 100,
	amount: null,
	shareIds: null,
	startsAt: null,
	endsAt: null,
	maxUses: null,
	maxPerBuyer: null,
	belowMinimum: "direct",
	active: true,
};

async function discountOf({ world }: At) {
	const own = await listDiscounts(world.creator.ctx, {});
	const discount = own[0] ?? (await createDiscount(world.creator.ctx, OFF));
	return { params: { id: discount.id } };
}

async function checkoutOf({ world }: At) {
	// Of a share that can be bought: access to a checkout doesn't depend on its state.
	const input = { shareId: world.sold["not bought"].share.slug, metadata: {} };
	return { params: { id: (await createCheckout(world.creator.ctx, input)).id } };
}

async function endpointOf({ world }: At) {
	return { params: await storeEndpoint(world.creator.user.id, { url: HOOK }) };
}

async function listenerOf({ world }: At) {
	const expiresAt = Date.now() + 600_000;
	return { params: await storeEndpoint(world.creator.user.id, { url: null, expiresAt }) };
}

async function changeToken({ world }: At) {
	return { json: { token: await storeChange(world.creator.user.id, "next@example.test") } };
}

/** Waits for its confirmation. */
async function addressToken({ world }: At) {
	const token = await storeSecret(TOKENS.correctAddress, {
		subject: BUYER_EMAIL,
		ownerId: world.creator.user.id,
		payload: { email: NEW_EMAIL },
	});
	return { json: { token } };
}

async function stopLink({ sold }: At) {
	const purchaseId = sold.purchase?.id ?? "";
	const address = sold.purchase?.buyerEmail ?? "";
	const token = await unsubscribeToken(testCtx(), { purchaseId, address });
	return { params: { purchaseId, token } };
}

async function alertLink({ sold }: At) {
	const mailbox = `${testCtx().id()}@example.test`;
	const token = await storeSecret(TOKENS.saleAlert, {
		subject: sold.share.id,
		ownerId: sold.share.creatorId,
		payload: { mailbox, email: mailbox, locale: "en", confirmed: false },
	});
	return { params: { token } };
}

/** The parameters of all routes below an address. */
export const PARAMETERS: Readonly<Record<string, Recipe>> = {
	"/api/files/:id": ({ sold }) => ({ params: { id: sold.photo.id } }),
	"/api/purchases/:id": purchaseId,
	"/api/direct-claims/:id": purchaseId,
	"/api/receipts/:id": purchaseId,
	"/api/customers/:id": purchaseId,
	"/api/sales/:id": purchaseId,
	"/api/passkeys/:id": passkeyOf,
	"/api/checkouts/:id": checkoutOf,
	"/checkout/:id": checkoutOf,
	"/api/discounts/:id": discountOf,
	"/api/drafts/:id": () => ({ params: { id: "a-draft-of-mine" } }),
	"/api/webhooks/endpoints/:id": endpointOf,
	"/api/webhooks/listeners/:id": listenerOf,
	"/api/creators/:handle": () => ({ params: { handle: "casey" } }),
	"/c/:handle": () => ({ params: { handle: "casey" } }),
	"/tell-me/:token": alertLink,
	"/unsubscribe/:purchaseId/:token": stopLink,
	"/operator/creators/:id": ({ world }) => ({ params: { id: world.creator.user.id } }),
	"/operator/purchases/:id": purchaseId,
	"/operator/shares/:id": ({ sold }) => ({ params: { id: sold.share.id } }),
};

/** Like `REQUESTS`. */
export const LATER_REQUESTS: Readonly<Record<string, Recipe>> = {
	"GET /oembed": ({ sold }) => ({
		query: `?url=${encodeURIComponent(`${ORIGIN}/share/${sold.share.slug}`)}`,
	}),
	"GET /sitemap/:name": () => ({ params: { name: "screens.xml" } }),
	"POST /api/email/change/confirm": changeToken,
	"POST /api/email/change/refuse": changeToken,
	"POST /mcp": () => ({
		headers: { accept: "application/json, text/event-stream" },
		json: { jsonrpc: "2.0", id: 1, method: "tools/list" },
	}),
	"DELETE /api/tokens/:id": async ({ world }) => {
		const { id } = await storeToken(world.creator.user.id, ["shares:read"]);
		return { params: { id } };
	},
	"POST /oauth/token": async ({ world }) => {
		const application = await storeApplication();
		const asked = ask(application);
		const code = await storeCode(world.creator.user.id, application, asked);
		return {
			json: {
				grant_type: "authorization_code",
				client_id: application.id,
				code,
				redirect_uri: asked.redirectUri,
				code_verifier: asked.verifier,
			},
		};
	},
	"POST /oauth/revoke": async () => {
		const { id } = await storeApplication();
		return { json: { client_id: id, token: "of nobody" } };
	},
	"POST /oauth/register": () => ({ json: { redirect_uris: ["https://app.example/"] } }),
	"POST /api/oauth/lookup": async () => ({ json: { query: ask(await storeApplication()).query } }),
	"POST /api/oauth/decision": async () => {
		const { query } = ask(await storeApplication());
		const agreed = { decision: "confirm", scopes: ["shares:read"], password: PASSWORD };
		return { json: { query, ...agreed } };
	},
	"DELETE /api/applications/:id": async ({ world }) => {
		const { id } = await storeApplication({ creatorId: world.creator.user.id });
		return { params: { id } };
	},
	"DELETE /api/applications/:id/access": async ({ world }) => {
		const { id: applicationId } = await storeApplication();
		await storeToken(world.creator.user.id, ["shares:read"], { applicationId });
		return { params: { id: applicationId } };
	},
	"POST /api/bundles": async ({ world, role }) => {
		const creator = role.user ?? world.creator;
		const parts = [await makeShare(creator.user.id), await makeShare(creator.user.id)];
		return { json: { title: "All", price: "9.00", parts: parts.map(({ slug }) => slug) } };
	},
	"POST /api/checkouts": async ({ world, role }) => {
		const creator = role.user ?? world.creator;
		return { json: { shareId: (await makeShare(creator.user.id)).slug, price: "4.00" } };
	},
	"POST /api/discounts": () => ({ json: { ...OFF, code: `NEW-${count++}` } }),
	"PUT /api/discounts/:id": () => ({ json: OFF }),
	"POST /api/get-free": async (at) => {
		await discountOf(at);
		return {
			json: { shareId: at.sold.share.slug, buyerEmail: BUYER_EMAIL, code: OFF.code },
		};
	},
	// Separate from others, which count against the same limit.
	"POST /api/receipts/:id/withdrawal": () => ({ json: WITHDRAWN }),
	"POST /api/address-corrections/confirm": addressToken,
	"POST /share/:shareId/tell-me": () => ({
		body: `email=waits${count++}@example.test`,
		headers: { "content-type": "application/x-www-form-urlencoded" },
	}),
	"POST /share/:shareId/unlock": () => ({
		body: "password=a+guess",
		headers: { "content-type": "application/x-www-form-urlencoded" },
	}),
	"POST /api/webhooks/endpoints": () => ({ json: { url: HOOK, events: ["sale.created"] } }),
	"PATCH /api/webhooks/endpoints/:id": () => ({
		json: { description: `Shop ${count++}` },
	}),
	"GET /api/webhooks/endpoints/:id/messages": ({ world }) => ({ params: world.endpoint }),
	"POST /api/webhooks/messages/:id/resend": async (at) => {
		const { params } = await endpointOf(at);
		const id = `msg_${crypto.randomUUID().replaceAll("-", "")}`;
		await testCtx().db.insert(webhookMessages).values({
			id,
			endpointId: params.id,
			eventKey: id,
			type: "sale.created",
			data: "{}",
			createdAt: 1,
		});
		return { params: { id } };
	},
	"GET /api/webhooks/listeners/:id/messages": ({ world }) => ({ params: world.listener }),
	"POST /api/withdrawals": ({ sold }) => ({
		json: { ...WITHDRAWN, reference: sold.purchase?.reference ?? "UNKNOWN" },
	}),
};
