import KeyRound from "icons:key-round";
import { knowsPasskeys } from "../../lib/session/passkeys.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { AskedStep } from "./second-step.ts";
import { useTexts } from "./texts.ts";

type Props = {
	step: AskedStep;
	error: string | undefined;
	/** called before the passkey button submits the form */
	onPasskey: () => void;
};

/** Offers a passkey or a code, whichever the account has. */
export function SecondStepFields({ step, error, onPasskey }: Props) {
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
				error={error}
			/>
		</>
	);
}
