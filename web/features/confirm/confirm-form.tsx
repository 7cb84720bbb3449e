import KeyRound from "icons:key-round";
import { useState } from "react";
import { confirmByCodeInput } from "../../../worker/accounts/contract.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { confirmSession } from "../../lib/server/queries/account.ts";
import { beginConfirmation } from "../../lib/server/queries/passkeys.ts";
import { knowsPasskeys, passkeyProblem, signChallenge } from "../../lib/session/passkeys.ts";
import { Button } from "../../ui/button.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

type Props = { hasPasskey: boolean; hasApp: boolean; onDone: () => void };

export function ConfirmForm({ hasPasskey, hasApp, onDone }: Props) {
	const t = useTexts();
	const [signing, setSigning] = useState(false);
	async function usePasskey() {
		setSigning(true);
		setFailure(null);
		try {
			await confirmSession({ passkey: await signChallenge(await beginConfirmation()) });
			onDone();
		} catch (error) {
			if (passkeyProblem(error) !== "cancelled") setFailure(error);
			setSigning(false);
		}
	}
	const { errors, pending, failure, setFailure, onSubmit } = useForm({
		schema: confirmByCodeInput,
		async submit(json) {
			await confirmSession(json);
			onDone();
		},
	});
	const offersPasskey = hasPasskey && knowsPasskeys();
	return (
		<form method="post" onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
			<h1 className="text-28">{t("confirm.title")}</h1>
			<p className="text-muted">{t("confirm.lead")}</p>
			{offersPasskey && (
				<>
					<Button
						tone="primary"
						icon={<Icon of={KeyRound} />}
						pending={signing && t("confirm.confirming")}
						onClick={usePasskey}
					>
						{t("confirm.passkey")}
					</Button>
					<p className="flex items-center gap-3 text-13 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
						{t("confirm.or")}
					</p>
				</>
			)}
			<TextField
				label={t(hasApp ? "confirm.code" : "confirm.recoveryCode")}
				hint={hasApp && t("confirm.codeHint")}
				name="code"
				autoComplete="one-time-code"
				required
				autoFocus={!offersPasskey}
				error={errors.code}
			/>
			<FailedAlert failure={failure} title={t("confirm.failed")} fallback={t("confirm.tryAgain")} />
			<Button
				type="submit"
				tone={offersPasskey ? "plain" : "primary"}
				pending={pending && t("confirm.confirming")}
			>
				{t(offersPasskey ? "confirm.byCode" : "confirm.confirm")}
			</Button>
		</form>
	);
}
