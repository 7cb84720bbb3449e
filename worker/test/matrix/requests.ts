import { eq } from "drizzle-orm";
import { ROUTE_DOCS } from "../../app.docs.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { users } from "../../core/tables.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { halvesPng } from "../fixtures/images.ts";
import { testCtx } from "../fixtures/test-app.ts";
import { storeLink } from "../fixtures/tokens.ts";
import {
	type At,
	claimToken,
	complete,
	decision,
	paidIntent,
	part,
	preview,
	purchaseCode,
	type Recipe,
	refundable,
	type Sent,
	subscribed,
	UPLOADED,
	upload,
	webhook,
	withTotp,
} from "./arranged.ts";
import { LATER_REQUESTS, PARAMETERS } from "./later-requests.ts";
import { OPERATOR_REQUESTS } from "./operator-requests.ts";
import { BUYER_EMAIL, PASSWORD } from "./world.ts";

function form(): FormData {
	const data = new FormData();
	data.set("title", "A new share");
	data.set("price", "9.99");
	data.append("files", new File(["some notes"], "notes.txt", { type: "text/plain" }));
	return data;
}

const share = ({ sold }: At) => ({ shareId: sold.share.slug });
const picture = (): Sent => {
	const body = halvesPng(8, 8);
	return { body, headers: { "content-length": String(body.length) } };
};
let count = 0;

/** In place of the body that the route's description shows, and of `PARAMETERS`. */
export const REQUESTS: Readonly<Record<string, Recipe>> = {
	...OPERATOR_REQUESTS,
	...LATER_REQUESTS,
	"ALL /*": () => ({ params: { "*": "no/such/address" } }),
	"ALL /api/*": () => ({ params: { "*": "no-such-call" } }),
	"GET /*": () => ({ params: { "*": "terms" } }),
	"GET /api/files/:id/download": ({ sold }) => ({ params: { id: sold.notes.id } }),
	"PUT /api/files/:id/preview": () => ({
		query: "?kind=image&width=800&height=600",
		...picture(),
	}),
	"GET /api/files/:id/stream": ({ sold }) => ({ params: { id: sold.song.id } }),
	"GET /api/renditions/:hash": ({ sold }) => ({ params: { hash: sold.hash } }),
	"GET /api/file-shares/:shareId/download-folder/:folderName{.+}": () => ({
		params: { folderName: "Main Files" },
	}),
	"GET /api/file-shares/:shareId/archives/:selection": () => ({ params: { selection: "AQ" } }),
	"POST /api/file-shares/:shareId/archives": ({ sold }) => ({ json: { files: [sold.notes.id] } }),
	"GET /docs/api/:area{[a-z-]+}": () => ({ params: { area: "webhooks" } }),
	"GET /avatars/:avatarId": () => ({ params: { avatarId: "avatar-casey" } }),
	"GET /api/creator-page/handles/:handle": () => ({ params: { handle: "anybody" } }),
	"PUT /api/creator-page/avatar": () => ({ body: halvesPng(40, 40) }),
	"GET /api/analytics": ({ sold }) => ({ query: `?share=${sold.share.slug}` }),
	"GET /api/analytics.csv": ({ sold }) => ({ query: `?share=${sold.share.slug}` }),
	"GET /api/sales": ({ sold }) => ({ query: `?shareId=${sold.share.slug}` }),
	"GET /api/health/deep": () => ({ headers: { authorization: "Bearer a token of the matrix" } }),

	"POST /api/register": () => ({
		json: { email: `new-${count++}@example.test`, password: PASSWORD, plan: "free" },
	}),
	"POST /api/login": ({ world }) => ({
		json: { email: world.creator.user.email, password: PASSWORD },
	}),
	"POST /api/password/forgot": ({ world }) => ({ json: { email: world.creator.user.email } }),
	"POST /api/password/reset": async ({ world }) => ({
		json: {
			token: await storeLink(TOKENS.resetPassword, world.creator.user.id),
			password: "harbour9lantern",
		},
	}),
	"POST /api/email/verify": async ({ world }) => ({
		json: { token: await storeLink(TOKENS.verifyEmail, world.creator.user.id) },
	}),
	"POST /api/email/send-verification": async ({ role }) => {
		if (role.user)
			await testCtx()
				.db.update(users)
				.set({ emailVerifiedAt: null })
				.where(eq(users.id, role.user.user.id));
		return {};
	},
	"DELETE /api/sessions/:id": ({ world }) => ({ params: { id: world.otherSession } }),
	"POST /api/totp/confirm": (at) => withTotp(at, null),
	"POST /api/session/confirm": (at) => withTotp(at, 1),
	"POST /api/totp/disable": (at) => withTotp(at, 1),

	"POST /api/create-payment-intent": (at) => ({ json: share(at) }),
	"POST /api/confirm-direct-payment": (at) => ({
		json: { ...share(at), buyerEmail: BUYER_EMAIL, confirmationCode: `#D-${count++}ABC` },
	}),
	"POST /api/payment-success": paidIntent,
	"POST /api/direct-claims/:id/details": async (at) => ({
		json: { token: await claimToken(at) },
	}),
	"POST /api/direct-claims/:id/decision": async (at) => ({
		json: { token: await claimToken(at), decision: "approve" },
	}),
	"POST /api/decisions/:id/appeal": (at) => decision(at),
	"POST /api/receipts/summary": ({ sold }) => ({ json: { token: sold.receiptToken } }),
	"POST /api/receipts/redeem": ({ sold }) => ({ json: { token: sold.receiptToken } }),
	"POST /api/receipts/code": ({ sold }) => ({ json: { token: sold.receiptToken } }),
	"POST /api/purchases/find": () => ({ json: { email: BUYER_EMAIL } }),
	"POST /api/purchases/verify": async () => ({
		json: { email: BUYER_EMAIL, code: await purchaseCode() },
	}),
	"POST /api/purchases/:id/refund": refundable,
	"POST /api/cancel-subscription": (at) => subscribed(at, false),
	"POST /api/resume-subscription": (at) => subscribed(at, true),
	"POST /api/stripe/webhook": webhook,

	"POST /api/file-shares": () => ({ body: form() }),
	"PATCH /api/file-shares/:shareId": () => ({ json: { description: "New words" } }),
	"POST /api/file-shares/:shareId/files/remove": ({ sold }) => ({
		json: { files: [sold.photo.id] },
	}),
	"PUT /api/file-shares/:shareId/choice": async ({ sold }) => {
		await testCtx()
			.db.update(shares)
			.set({ choosing: { count: null, open: true } })
			.where(eq(shares.id, sold.share.id));
		return { json: { name: "Anna", files: [{ id: sold.photo.id, chosen: true }] } };
	},
	"DELETE /api/file-shares/:shareId/choices/:id": () => ({ params: { id: "a-client-of-mine" } }),
	"PUT /api/file-shares/:shareId/pictures/:kind": () => ({
		params: { kind: "cover" },
		...picture(),
	}),
	"POST /api/uploads": () => ({ json: { title: "New", price: "9.99", files: UPLOADED } }),
	"GET /api/uploads/:id": ({ world }) => ({ params: { id: world.upload.id } }),
	"PUT /api/uploads/:id/files/:fileId/parts/:n": part,
	"PUT /api/uploads/:id/files/:fileId/preview": preview,
	"POST /api/uploads/:id/complete": complete,
	"DELETE /api/uploads/:id": async (at) => {
		const { upload: open } = await upload(at);
		return { params: { id: open.id } };
	},
};

const parametersOf = (route: string): Recipe | undefined => {
	const path = route.slice(route.indexOf(" ") + 1);
	const key = Object.keys(PARAMETERS).find((own) => path === own || path.startsWith(`${own}/`));
	return key === undefined ? undefined : PARAMETERS[key];
};

/** Without `shareId`, which every request may have. */
export const hasParameters = (route: string): boolean =>
	REQUESTS[route] !== undefined || parametersOf(route) !== undefined;

/** A valid request, which may need changes in the database. */
export async function requestOf(route: string, at: At): Promise<Sent> {
	const sent = (await REQUESTS[route]?.(at)) ?? shownBody(route, at);
	return sent.params ? sent : { ...(await parametersOf(route)?.(at)), ...sent };
}

function shownBody(route: string, at: At): Sent {
	const doc = ROUTE_DOCS[route];
	if (!doc || !("example" in doc) || doc.example === undefined) return {};
	const own = Object.hasOwn(doc.example, "shareId") ? share(at) : {};
	return { json: { ...doc.example, ...own } };
}
