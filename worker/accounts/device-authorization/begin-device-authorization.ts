import type * as z from "zod";
import {
	type DeviceCodeResponse,
	type deviceCodeInput,
	POLL_SECONDS,
	readScopes,
} from "../../contract/accounts/device-authorization.ts";
import { DEVICE_PATH } from "../../contract/accounts/device-path.ts";
import { MINUTE_MS, RETENTION } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { visibleName } from "../../platform/safe-names.ts";
import { consumeAttempt } from "../../platform/security/attempts.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { networkLimits } from "../../platform/security/networks.ts";
import { cleanName } from "../names.ts";
import { OAuthError } from "../oauth-error.ts";
import { deviceAuthorizations } from "../tables.ts";
import { newUserCode, userCodeKey } from "./user-code.ts";

const DEVICE_CODE_MS = RETENTION.deviceCodeMinutes * MINUTE_MS;

const MAX_NAME = 60;
const MAX_USER_AGENT = 200;
/** Two codes are the same once in 10^10 times, so a second draw is enough but for a broken generator. */
const DRAWS = 3;

type Input = z.output<typeof deviceCodeInput> & { userAgent: string | null };

/** What the creator will know the program by: its name, with the computer's in brackets. */
function nameOf({ client_id, client_name, device_name }: Input): string {
	const [program, device] = [cleanName(client_name), cleanName(device_name)];
	const name = program && device ? `${program} (${device})` : (program ?? device ?? client_id);
	return name.slice(0, MAX_NAME);
}

/**
 * Begins to authorize a program (RFC 8628, 3.1): returns the code by which it will ask for its token, and the
 * one that the creator enters. Only hashes of both are stored. Throws OAuthError `invalid_scope`,
 * `rate.limited`.
 */
export async function beginDeviceAuthorization(
	ctx: Ctx,
	input: Input,
): Promise<DeviceCodeResponse> {
	const scopes = readScopes(input.scope);
	if (!Array.isArray(scopes))
		throw new OAuthError("invalid_scope", `There is no permission "${scopes.unknown}".`);
	if (scopes.length === 0)
		throw new OAuthError("invalid_scope", "Ask for at least one permission.");
	const limit = { name: "device-code", ...ctx.config.LIMIT_DEVICE_CODES };
	await consumeAttempt(ctx, networkLimits(ctx.address, limit));
	const deviceCode = ctx.id(32);
	const now = ctx.now();
	const row = {
		deviceCodeHash: await sha256(deviceCode),
		clientId: input.client_id,
		name: nameOf(input),
		scopes,
		country: ctx.country,
		userAgent: visibleName(input.userAgent ?? "").slice(0, MAX_USER_AGENT) || null,
		createdAt: now,
		expiresAt: now + DEVICE_CODE_MS,
		pollSeconds: POLL_SECONDS,
	};
	for (let draw = 0; draw < DRAWS; draw++) {
		const userCode = newUserCode();
		const [stored] = await ctx.db
			.insert(deviceAuthorizations)
			.values({ ...row, userCodeKey: await userCodeKey(ctx, userCode) })
			.onConflictDoNothing()
			.returning({ at: deviceAuthorizations.createdAt });
		if (!stored) continue;
		const screen = `${ctx.config.APP_ORIGIN}${DEVICE_PATH}`;
		return {
			device_code: deviceCode,
			user_code: userCode,
			verification_uri: screen,
			verification_uri_complete: `${screen}?code=${userCode}`,
			expires_in: DEVICE_CODE_MS / 1000,
			interval: POLL_SECONDS,
		};
	}
	throw failure("internal.error");
}
