import type { Ctx } from "../../core/context.ts";
import { mac, sha256 } from "../../platform/security/crypto.ts";
import { hashPassword } from "../../platform/security/passwords.ts";
import type { ShareRow } from "./tables.ts";

/** Invalid once the password is set again, even to the same one. */
export function unlockToken(
	{ config }: Pick<Ctx, "config">,
	{ id, passwordHash }: Pick<ShareRow, "id" | "passwordHash">,
): Promise<string> {
	return mac(config.APP_SECRET, `unlock|${id}|${passwordHash}`);
}

export async function passwordColumns(
	ctx: Pick<Ctx, "config">,
	id: string,
	password: string | null,
): Promise<Pick<ShareRow, "passwordHash" | "unlockHash">> {
	if (password === null) return { passwordHash: null, unlockHash: null };
	const passwordHash = await hashPassword(password);
	return { passwordHash, unlockHash: await sha256(await unlockToken(ctx, { id, passwordHash })) };
}
