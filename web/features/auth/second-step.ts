import type { AssertionOptions, SecondStep } from "../../../worker/contract/accounts/passkeys.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import { signIn } from "../../lib/server/queries/session.ts";
import { signChallenge } from "../../lib/session/passkeys.ts";

/** How the second step can be taken, and the challenge for it until that is used. */
export type AskedStep = {
	readonly app: boolean;
	readonly hasPasskey: boolean;
	unused: AssertionOptions | null;
};

/** Returns the second step that a failed sign-in asks for; null when it failed for another reason. */
export function secondStepIn(error: unknown): AskedStep | null {
	if (!(error instanceof ApiFailure) || error.code !== "account.code_required") return null;
	// The details of this code; a wrong code has none.
	const { app, passkey } = error.details as Partial<SecondStep>;
	if (app === undefined || passkey === undefined) return null;
	return { app, hasPasskey: passkey !== null, unused: passkey };
}

/**
 * Has the person sign the challenge of the second step. One is good for one attempt, so after the first
 * another is asked for. Throws what the sign-in throws.
 */
export async function passkeyFor(
	account: { email: string; password: string },
	step: AskedStep | null,
) {
	let options = step?.unused;
	if (step) step.unused = null;
	if (!options) {
		const asked = await signIn(account).then(
			() => null,
			(error: unknown) => error,
		);
		options = secondStepIn(asked)?.unused;
		if (!options) throw asked;
	}
	return signChallenge(options);
}
