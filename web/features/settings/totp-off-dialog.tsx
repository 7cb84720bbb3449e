import { totpDisableInput } from "../../../worker/contract/accounts/accounts.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { disableTotp } from "../../lib/server/queries/account.ts";
import { refreshSession } from "../../lib/server/queries/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

/** Requires one of the factor's codes. */
export default function TotpOffDialog({ onClose }: { onClose: () => void }) {
	const t = useTexts();
	const { errors, pending, failure, onSubmit } = useForm({
		schema: totpDisableInput,
		async submit(json) {
			await disableTotp(json);
			onClose();
			toast({ title: t("settings.totpIsOff") });
			await refreshSession();
		},
	});
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("settings.totpOffTitle")}
			closeLabel={t("settings.close")}
		>
			<form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
				<p className="text-muted">{t("settings.totpOffText")}</p>
				<FailedAlert failure={failure} fallback={t("settings.tryAgain")} />
				<TextField
					label={t("settings.totpCode")}
					name="code"
					autoComplete="one-time-code"
					required
					error={errors.code}
				/>
				<Button type="submit" tone="danger" pending={pending && t("settings.totpWorking")}>
					{t("settings.totpTurnOff")}
				</Button>
			</form>
		</Dialog>
	);
}
