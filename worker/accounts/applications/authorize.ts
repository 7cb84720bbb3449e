import type * as z from "zod";
import type { CreatorCtx } from "../../core/context.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { failure } from "../../platform/errors.ts";
import { issueToken, newToken } from "../../platform/tokens/tokens.ts";
import { requireRoom } from "../access-tokens/add-token.ts";
import { requireFreshConfirmation, requireVerified, whileAuthorized } from "../requirements.ts";
import { type RequestOfApplication, readRequest } from "./authorization-request.ts";
import type {
	AuthorizationDecision,
	AuthorizationRequest,
	authorizationDecisionInput,
} from "./contract/applications.ts";
import { COMMAND_LINE_ID } from "./contract/command-line.ts";

const refusalOf = ({ refused, answerWith }: RequestOfApplication) =>
	refused && {
		...refused,
		location: answerWith({ error: refused.error, error_description: refused.description }),
	};

/** Throws `application.unknown`, `application.redirect_unknown`. */
export async function showAuthorization(
	ctx: CreatorCtx,
	{ query }: { query: string },
): Promise<AuthorizationRequest> {
	const request = await readRequest(ctx, query);
	const { id, name, address, creatorId } = request.application;
	const registeredBy =
		id === COMMAND_LINE_ID ? "server" : creatorId === null ? "itself" : "creator";
	return {
		application: { name, address, registeredBy },
		redirectUri: request.redirectUri,
		scopes: request.scopes,
		refused: refusalOf(request),
	};
}

/** Returns where the browser must go, with a refusal or with a code for the chosen permissions. */
export async function decideAuthorization(
	ctx: CreatorCtx,
	{ query, decision, scopes = [], password }: z.output<typeof authorizationDecisionInput>,
): Promise<AuthorizationDecision> {
	const request = await readRequest(ctx, query);
	const refusal = refusalOf(request);
	if (refusal) return { location: refusal.location };
	if (decision === "deny") return { location: request.answerWith({ error: "access_denied" }) };
	if (scopes.length === 0 || !scopes.every((scope) => request.scopes.includes(scope)))
		throw failure("request.invalid", {
			fields: { scopes: "Choose at least one permission" },
		});
	await requireVerified(ctx);
	if (request.application.id === COMMAND_LINE_ID) await requireRoom(ctx);
	await requireFreshConfirmation(ctx, password);
	const code = await newToken(ctx);
	const { redirectUri, codeChallenge } = request;
	await ctx.db.batch([
		issueToken(ctx, TOKENS.authorizationCode, {
			hash: code.hash,
			subject: request.application.id,
			ownerId: ctx.user.id,
			payload: { tokenId: ctx.id(), scopes, redirectUri, codeChallenge },
		}),
		whileAuthorized(ctx),
	]);
	return { location: request.answerWith({ code: code.text }) };
}
