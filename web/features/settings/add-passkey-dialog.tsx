import { useState } from "react";
import { MAX_PASSKEY_NAME, newPasskeyForm } from "../../../worker/contract/accounts/passkeys.ts";
import { browserName } from "../../../worker/contract/browser-name.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { addPasskey, beginPasskey, refreshPasskeys } from "../../lib/server/queries/passkeys.ts";
import { makePasskey, passkeyProblem } from "../../lib/session/passkeys.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { ConfirmByFactor, ConfirmByPassword, useConfirmation } from "./confirm-by-password.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { useTexts } from "./texts.ts";

/**
 * A name and, if needed, the password; then the browser's dialog, then recovery codes for the first
 * passkey.
 */
export default function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
	const t = useTexts();
	const [codes, setCodes] = useState<string[] | null>(null);
	const confirmation = useConfirmation();
	const known = browserName(navigator.userAgent);
	const { errors, pending, failure, onSubmit } = useForm({
		schema: newPasskeyForm[confirmation === "password" ? "unconfirmed" : "confirmed"],
		async submit({ name, ...proof }) {
			const passkey = await makePasskey(await beginPasskey(proof));
			const { recoveryCodes } = await addPasskey({ name, passkey });
			if (recoveryCodes.length > 0) return setCodes(recoveryCodes);
			toast({ tone: "good", title: t("settings.passkeyAdded") });
			onClose();
		},
		// The time without a password prompt may be over.
		onFailure: () => void refreshPasskeys(),
	});
	const problem = passkeyProblem(failure);
	const problemText =
		problem === "exists"
			? t("settings.passkeyExists")
			: problem === "cancelled"
				? t("settings.passkeyCancelled")
				: t("settings.tryAgain");
	return (
		<Dialog
			open
			onClose={onClose}
			title={t(codes ? "settings.totpRecoveryTitle" : "settings.passkeyAdd")}
			closeLabel={t("settings.close")}
		>
			{codes ? (
				<RecoveryCodes codes={codes} onDone={onClose} />
			) : confirmation === "factor" ? (
				<ConfirmByFactor
					text={t("settings.passkeyConfirmFirst")}
					to={`${paths.settingsSecurity}#passkeys`}
				/>
			) : (
				<form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
					<p className="text-muted">{t("settings.passkeyAddText")}</p>
					<FailedAlert failure={failure} fallback={problemText} />
					<TextField
						label={t("settings.passkeyName")}
						hint={t("settings.passkeyNameHint")}
						name="name"
						required
						maxLength={MAX_PASSKEY_NAME}
						defaultValue={known ? t("settings.sessionOn", known) : t("settings.passkeyDefault")}
						error={errors.name}
					/>
					{confirmation === "password" && <ConfirmByPassword error={errors.password} />}
					<Button type="submit" tone="primary" pending={pending && t("settings.totpWorking")}>
						{t("settings.totpContinue")}
					</Button>
				</form>
			)}
		</Dialog>
	);
}
