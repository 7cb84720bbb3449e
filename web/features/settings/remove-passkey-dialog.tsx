import { type PasskeyInfo, removePasskeyForm } from "../../../worker/contract/accounts/passkeys.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { refreshPasskeys, removePasskey } from "../../lib/server/queries/passkeys.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { toast } from "../../ui/toast.ts";
import { ConfirmByFactor, useConfirmation } from "./confirm-by-password.tsx";
import { useTexts } from "./texts.ts";

type Props = { passkey: PasskeyInfo; onClose: () => void };

/** Requires a second factor proven a moment ago. */
export default function RemovePasskeyDialog({ passkey, onClose }: Props) {
	const t = useTexts();
	const confirmation = useConfirmation();
	const { pending, failure, onSubmit } = useForm({
		schema: removePasskeyForm,
		async submit() {
			await removePasskey(passkey.id, {});
			toast({ title: t("settings.passkeyRemoved") });
			onClose();
		},
		onFailure: () => void refreshPasskeys(),
	});
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("settings.passkeyRemoveTitle", { name: passkey.name })}
			closeLabel={t("settings.close")}
		>
			{confirmation !== "none" ? (
				<ConfirmByFactor
					text={t("settings.passkeyConfirmFirst")}
					to={`${paths.settingsSecurity}#passkeys`}
				/>
			) : (
				<form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
					<p className="text-muted">{t("settings.passkeyRemoveText")}</p>
					<FailedAlert failure={failure} fallback={t("settings.tryAgain")} />
					<Button type="submit" tone="danger" pending={pending && t("settings.totpWorking")}>
						{t("settings.passkeyRemove")}
					</Button>
				</form>
			)}
		</Dialog>
	);
}
