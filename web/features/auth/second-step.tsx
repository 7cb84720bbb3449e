import KeyRound from "icons:key-round";
import type { AssertionOptions, SecondStep } from "../../../worker/accounts/passkeys/contract.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import { signIn } from "../../lib/server/queries/session.ts";
import { knowsPasskeys, signChallenge } from "../../lib/session/passkeys.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

/** The available second factors, with a challenge that can be used once. */
export type RequiredStep = {
	readonly app: boolean;
	readonly hasPasskey: boolean;
	unused: AssertionOptions | null;
};

/** Null if the sign-in failed for another reason. */
export function secondStepIn(error: unknown): RequiredStep | null {
	if (!(error instanceof ApiFailure) || error.code !== "account.code_required") return null;
	// The first refusal has these details; one for a wrong code doesn't.
	const { app, passkey } = error.details as Partial<SecondStep>;
	if (app === undefined || passkey === undefined) return null;
	return { app, hasPasskey: passkey !== null, unused: passkey };
}

/** A challenge is valid for one attempt, so later attempts request a new one. Throws like the sign-in. */
export async function passkeyFor(
	account: { email: string; password: string },
	step: RequiredStep | null,
) {
	let options = step?.unused;
	if (step) step.unused = null;
	if (!options) {
		const nextStep = await signIn(account).then(
			() => null,
			(error: unknown) => error,
		);
		options = secondStepIn(nextStep)?.unused;
		if (!options) throw nextStep;
	}
	return signChallenge(options);
}

type Props = {
	step: RequiredStep;
	onPasskey: () => void;
};

export function SecondStepFields({ step, onPasskey }: Props) {
	const t = useTexts();
	return (
		<>
			{step.hasPasskey && knowsPasskeys() && (
				<Button
					className="w-full"
					icon={<Icon of={KeyRound} />}
					onClick={({ currentTarget }) => {
						onPasskey();
						currentTarget.form?.requestSubmit();
					}}
				>
					{t("auth.usePasskey")}
				</Button>
			)}
			<TextField
				label={t(step.app ? "auth.code" : "auth.recoveryCode")}
				name="code"
				autoComplete="one-time-code"
				required
				autoFocus
			/>
		</>
	);
}
