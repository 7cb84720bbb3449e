import { readUserCode, USER_CODE_LETTERS } from "../../contract/accounts/device-authorization.ts";
import type { Ctx } from "../../core/context.ts";
import { mac } from "../../platform/security/crypto.ts";

const LENGTH = 8;
/** The largest multiple of 20 that a byte can hold: bytes above it would make some letters likelier. */
const FAIR_BYTES = 240;

/** Returns a random code of eight letters, `XXXX-XXXX`: 34 bits, so guesses have to be limited. */
export function newUserCode(): string {
	let letters = "";
	while (letters.length < LENGTH)
		for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH)))
			if (byte < FAIR_BYTES && letters.length < LENGTH)
				letters += USER_CODE_LETTERS[byte % USER_CODE_LETTERS.length];
	return readUserCode(letters) ?? "";
}

/** What is stored in place of a user code: a MAC, since the hash of so short a text could be reversed. */
export const userCodeKey = (ctx: Ctx, code: string): Promise<string> =>
	mac(ctx.config.APP_SECRET, `device-user-code|${code}`);
