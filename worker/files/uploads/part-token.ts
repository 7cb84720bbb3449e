import * as z from "zod";
import { requireValidToken } from "../../accounts/access-tokens/admit-token.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { mac, macMatches } from "../../platform/security/crypto.ts";
import { FAMILIES } from "../contract/file-type.ts";

/** `GET /api/uploads/{id}` gives fresh tokens. */
const TOKEN_MS = 6 * 60 * 60 * 1000;
const PURPOSE = "upload-part";

const schema = z.object({
	upload: z.string(),
	file: z.string(),
	name: z.string(),
	family: z.enum(FAMILIES),
	key: z.string(),
	/** R2's multipart upload; null for files of one part */
	multipart: z.string().nullable(),
	/** bytes */
	size: z.number(),
	/** ms */
	expires: z.number(),
});
/** Permission to write parts of one file to one key. */
export type PartGrant = Omit<z.infer<typeof schema>, "expires">;

function encode(text: string): string {
	return Buffer.from(text).toString("base64url");
}
function decode(text: string): string {
	return Buffer.from(text, "base64url").toString();
}

const credentialOf = ({ credentials }: Ctx) => credentials.tokenHash ?? credentials.sessionHash;

/** The MAC covers the creator's session or access token: an upload token is invalid without it. */
function signedText(ctx: Ctx, payload: string): string {
	return `${PURPOSE}\n${credentialOf(ctx)}\n${payload}`;
}

export async function signGrant(ctx: Ctx, grant: PartGrant): Promise<string> {
	const payload = encode(JSON.stringify({ ...grant, expires: ctx.now() + TOKEN_MS }));
	return `${payload}.${await mac(ctx.config.APP_SECRET, signedText(ctx, payload))}`;
}

/**
 * Returns what the token allows. An access token must still be valid, which costs a query. Throws `auth.required`,
 * `upload.bad_token`, `access_token.invalid`.
 */
export async function verifyGrant(
	ctx: Ctx,
	token: string | undefined,
	target: { id: string; fileId: string },
): Promise<PartGrant> {
	if (!credentialOf(ctx)) throw failure("auth.required");
	const [payload, signature, ...rest] = (token ?? "").split(".");
	if (!payload || !signature || rest.length > 0) throw failure("upload.bad_token");
	if (!(await macMatches(ctx.config.APP_SECRET, signedText(ctx, payload), signature)))
		throw failure("upload.bad_token");
	const grant = schema.parse(JSON.parse(decode(payload)));
	if (grant.expires <= ctx.now())
		throw failure("upload.bad_token", { reason: "upload.token_expired" });
	if (grant.upload !== target.id || grant.file !== target.fileId) throw failure("upload.bad_token");
	const { tokenHash } = ctx.credentials;
	if (tokenHash) await requireValidToken(ctx, tokenHash);
	return grant;
}
