import { type Context, Hono } from "hono";
import * as z from "zod";
import { idField } from "../../contract/fields.ts";
import type { AppEnv } from "../../core/context.ts";
import { SIGNED_TOKENS } from "../../core/token-purposes.ts";
import { privateCookies, setTokenCookie, tokenHashOf } from "../../platform/http/cookies.ts";
import { valid } from "../../platform/http/validation.ts";
import { randomId } from "../../platform/ids.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { rateLimit } from "../../platform/security/rate-limit.ts";
import { browserOf } from "../devices/devices.ts";
import { setSessionCookie } from "../session-cookie.ts";
import { SESSION_MAX_MS } from "../sessions.ts";
import { signedIn } from "../signed-in.ts";
import { addPasskey, beginPasskey } from "./add-passkey.ts";
import {
	addPasskeyInput,
	confirmedInput,
	passkeySignInInput,
	renamePasskeyInput,
} from "./contract.ts";
import { listPasskeys, removePasskey, renamePasskey } from "./own-passkeys.ts";
import { beginPasskeySignIn, signInWithPasskey } from "./passkey-sign-in.ts";
import { beginConfirmation } from "./second-step.ts";

const CEREMONY = "ceremony";

function ceremonyHashOf(c: Context): Promise<string | null> {
	return tokenHashOf(c, CEREMONY);
}

/** Keeps a present token, since several tabs may begin at the same time. */
async function beginCeremony(c: Context): Promise<string> {
	const [, known] = privateCookies(c, CEREMONY).find(([name]) => name === CEREMONY) ?? [];
	const token = known && known.length <= 200 ? known : randomId(32);
	setTokenCookie(c, CEREMONY, token, SIGNED_TOKENS.passkeyChallenge.lifeMs / 1000);
	return sha256(token);
}

const passkeyParam = z.object({ id: idField });

export const passkeyRoutes = new Hono<AppEnv>()
	.post("/api/login/passkey/begin", rateLimit("passkey-begin"), async (c) =>
		c.json(await beginPasskeySignIn(c.var.ctx, await beginCeremony(c))),
	)
	.post("/api/login/passkey", rateLimit("login"), valid("json", passkeySignInInput), async (c) => {
		const { browser, remember } = await browserOf(c);
		const { passkey } = c.req.valid("json");
		const ceremonyHash = await ceremonyHashOf(c);
		const { user, token } = await signInWithPasskey(c.var.ctx, {
			passkey,
			ceremonyHash,
			browser,
		});
		setSessionCookie(c, token, SESSION_MAX_MS);
		remember();
		return c.json(user);
	})
	.post("/api/session/confirm/passkey", signedIn, async (c) =>
		c.json(await beginConfirmation(c.var.creator)),
	)
	.get("/api/passkeys", signedIn, async (c) => c.json(await listPasskeys(c.var.creator)))
	.post("/api/passkeys/begin", signedIn, valid("json", confirmedInput), async (c) =>
		c.json(await beginPasskey(c.var.creator, c.req.valid("json"))),
	)
	.post("/api/passkeys", signedIn, valid("json", addPasskeyInput), async (c) =>
		c.json(await addPasskey(c.var.creator, c.req.valid("json")), 201),
	)
	.patch(
		"/api/passkeys/:id",
		signedIn,
		valid("param", passkeyParam),
		valid("json", renamePasskeyInput),
		async (c) => {
			await renamePasskey(c.var.creator, { ...c.req.valid("param"), ...c.req.valid("json") });
			return c.body(null, 204);
		},
	)
	.delete(
		"/api/passkeys/:id",
		signedIn,
		valid("param", passkeyParam),
		valid("json", confirmedInput),
		async (c) => {
			await removePasskey(c.var.creator, { ...c.req.valid("param"), ...c.req.valid("json") });
			return c.body(null, 204);
		},
	);
