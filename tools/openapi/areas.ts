import type { Area } from "../../worker/route.docs.ts";
import { VERIFY_EXAMPLE } from "./webhook-messages.ts";

/** The chapters of the description in their order, and what each says first. */
export const AREAS: Readonly<Record<Area, string>> = {
	Shares: "What a creator sells: a share is a set of files with a title, a price and a link.",
	Uploads:
		"Resumable uploads. `POST /api/v1/uploads` announces the files and returns a token for each; every file is sent in parts of `partSize` bytes; `complete` publishes. A part can be sent again at any time. An upload that got no part for 24 hours is removed.",
	"Drafts and discount codes":
		"What a creator prepares for shares, and codes that reduce their prices.",
	"Sales and customers":
		"What was sold, to whom, and what the creator may do about it. Amounts are decimal strings in the creator's currency.",
	"Payouts and plan": "How a creator is paid, and the creator's own subscription.",
	"Creators' pages": "The page of a creator, with picture, links and listed shares.",
	Webhooks: [
		"Messages to a server of the creator when something happens. What they contain stands under the webhooks of this description.",
		"Any status from 200 to 299 with its whole response within 10 seconds counts as received. Everything else is sent again, up to ten times in about three days. An endpoint is switched off, and its creator told by mail, when a message was refused ten times and no other was accepted since it was written; at once when it answers 410; and when the account's password is reset. What waits is kept for 30 days and sent when the endpoint is switched on again.",
		"Messages are signed as Standard Webhooks says (https://www.standardwebhooks.com), whose libraries check them. Or do it yourself: the signature is HMAC-SHA256, keyed by the bytes that are written in base64 after `whsec_`, over `{webhook-id}.{webhook-timestamp}.{body}` with the body as it was received. Refuse timestamps older than 5 minutes, and compare in constant time. `webhook-id` is the same in every attempt: skip one that you have handled. In Node:",
		`\`\`\`js\n${VERIFY_EXAMPLE}\n\`\`\``,
	].join("\n\n"),
	Account:
		"The creator's own account. Everything here needs a session, so that a leaked access token can neither take over an account nor lock its owner out; only the user's own record is open to tokens.",
	"Sign-in and access tokens":
		"Second factors, passkeys, sessions and access tokens. Everything here needs a session.",
	Applications:
		"Applications of others that may use a creator's account by OAuth 2.1: authorization code with PKCE, refresh tokens that are valid once, revocation. Their endpoints are named by `/.well-known/oauth-authorization-server`. The operations here are those of the website; an application calls none of them.",
	"Checkout and receipts":
		"What a buyer's browser calls. A buyer has no account: the cookie `__Host-buyer` decides which purchases are theirs.",
	"Files and previews":
		"The bytes. Downloads answer `HEAD` and one range, and name their version in `ETag`; the length of a ZIP is known before its first byte.",
	Service: "What the installation offers, messages to its operator, and its health.",
};
