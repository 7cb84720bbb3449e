import type { Ctx } from "../../core/context.ts";
import { mac, sha256 } from "../../platform/security/crypto.ts";
import { hashPassword } from "../../platform/security/passwords.ts";
import type { ShareRow } from "./rows.ts";

/**
 * Returns the token that a browser keeps after entering a share's password. Setting a password, even the same one,
 * invalidates it.
 */
export function unlockToken(
	{ config }: Pick<Ctx, "config">,
	{ id, passwordHash }: Pick<ShareRow, "id" | "passwordHash">,
): Promise<string> {
	return mac(config.APP_SECRET, `unlock|${id}|${passwordHash}`);
}

/** Null for none. */
export async function passwordColumns(
	ctx: Pick<Ctx, "config">,
	id: string,
	password: string | null,
): Promise<Pick<ShareRow, "passwordHash" | "unlockHash">> {
	if (password === null) return { passwordHash: null, unlockHash: null };
	const passwordHash = await hashPassword(password);
	return { passwordHash, unlockHash: await sha256(await unlockToken(ctx, { id, passwordHash })) };
}
