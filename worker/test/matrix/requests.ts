import { eq } from "drizzle-orm";
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
	purchaseId,
	type Recipe,
	refundable,
	type Sent,
	subscribed,
	UPLOADED,
	upload,
	webhook,
	withTotp,
} from "./arranged.ts";
import { LATER_REQUESTS } from "./later-requests.ts";
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
const password = () => ({ json: { password: PASSWORD } });
let count = 0;

/** For routes that need more than a method and `shareId`: parameters, and a valid body. */
export const REQUESTS: Readonly<Record<string, Recipe>> = {
	...OPERATOR_REQUESTS,
	...LATER_REQUESTS,
	"ALL /*": () => ({ params: { "*": "no/such/address" } }),
	"ALL /api/*": () => ({ params: { "*": "no-such-call" } }),
	"GET /*": () => ({ params: { "*": "terms" } }),
	"GET /api/files/:id/download": ({ sold }) => ({ params: { id: sold.notes.id } }),
	"GET /api/files/:id/preview": ({ sold }) => ({ params: { id: sold.photo.id } }),
	"PUT /api/files/:id/preview": ({ sold }) => {
		const body = halvesPng(8, 8);
		return {
			params: { id: sold.photo.id },
			query: "?kind=image&width=800&height=600",
			body,
			headers: { "content-length": String(body.length) },
		};
	},
	"PUT /api/files/:id/preview-failure": ({ sold }) => ({
		params: { id: sold.photo.id },
		json: { reason: "slow" },
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
	"GET /c/:handle": () => ({ params: { handle: "casey" } }),
	"GET /c/:handle/feed.xml": () => ({ params: { handle: "casey" } }),
	"GET /api/creators/:handle": () => ({ params: { handle: "casey" } }),
	"GET /api/creator-page/handles/:handle": () => ({ params: { handle: "anybody" } }),
	"PUT /api/creator-page": () => ({ json: { handle: "somebody", line: "Hi", links: [] } }),
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
	"PATCH /api/user": () => ({ json: { firstName: "Kim" } }),
	"POST /api/password/change": () => ({
		json: { currentPassword: PASSWORD, password: "harbour9lantern" },
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
	"POST /api/totp/setup": password,
	"POST /api/totp/confirm": (at) => withTotp(at, null),
	"POST /api/session/confirm": (at) => withTotp(at, 1),
	"POST /api/totp/disable": (at) => withTotp(at, 1),
	"DELETE /api/account": () => ({ json: { password: PASSWORD, buyers: "keep" } }),

	"POST /api/create-payment-intent": (at) => ({ json: share(at) }),
	"POST /api/begin-direct-payment": (at) => ({ json: share(at) }),
	"POST /api/confirm-direct-payment": (at) => ({
		json: { ...share(at), buyerEmail: BUYER_EMAIL, confirmationCode: `#D-${count++}ABC` },
	}),
	"POST /api/payment-success": paidIntent,
	"GET /api/direct-claims/:id": purchaseId,
	"POST /api/direct-claims/:id/details": async (at) => ({
		...purchaseId(at),
		json: { token: await claimToken(at) },
	}),
	"POST /api/direct-claims/:id/decision": async (at) => ({
		...purchaseId(at),
		json: { token: await claimToken(at), decision: "approve" },
	}),
	"POST /api/direct-claims/:id/approve": (at) => ({ ...purchaseId(at), json: {} }),
	"POST /api/direct-claims/:id/decline": (at) => ({
		...purchaseId(at),
		json: { reason: "not_found" },
	}),
	"POST /api/decisions/:id/appeal": (at) => decision(at),
	"GET /api/receipts/:id": purchaseId,
	"POST /api/receipts/summary": ({ sold }) => ({ json: { token: sold.receiptToken } }),
	"POST /api/receipts/redeem": ({ sold }) => ({ json: { token: sold.receiptToken } }),
	"POST /api/receipts/code": ({ sold }) => ({ json: { token: sold.receiptToken } }),
	"POST /api/purchases/find": () => ({ json: { email: BUYER_EMAIL } }),
	"POST /api/purchases/verify": async () => ({
		json: { email: BUYER_EMAIL, code: await purchaseCode() },
	}),
	"GET /api/purchases/:id/evidence": purchaseId,
	"POST /api/purchases/:id/refund": refundable,
	"POST /api/setup-card-payouts": () => ({ json: { country: "US" } }),
	"POST /api/setup-methods": () => ({ json: { acceptsDelayed: true } }),
	"POST /api/setup-currency": () => ({ json: { currency: "usd" } }),
	"POST /api/setup-cashapp": () => ({ json: { cashAppHandle: "$other" } }),
	"POST /api/cancel-subscription": (at) => subscribed(at, false),
	"POST /api/resume-subscription": (at) => subscribed(at, true),
	"POST /api/stripe/webhook": webhook,

	"POST /api/file-shares": () => ({ body: form() }),
	"PATCH /api/file-shares/:shareId": () => ({ json: { description: "New words" } }),
	"POST /api/file-shares/:shareId/files/remove": ({ sold }) => ({
		json: { files: [sold.photo.id] },
	}),
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
	"POST /api/support": () => ({
		json: { email: "asker@example.test", subject: "A question", message: "How does this work?" },
	}),
	"POST /api/reports": (at) => ({
		json: { ...share(at), reason: "scam", message: "Look at this" },
	}),
};
