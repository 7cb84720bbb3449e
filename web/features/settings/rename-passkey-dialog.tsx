import {
	MAX_PASSKEY_NAME,
	type PasskeyInfo,
	renamePasskeyInput,
} from "../../../worker/contract/accounts/passkeys.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { renamePasskey } from "../../lib/server/queries/passkeys.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

type Props = { passkey: PasskeyInfo; onClose: () => void };

export default function RenamePasskeyDialog({ passkey, onClose }: Props) {
	const t = useTexts();
	const { errors, pending, failure, onSubmit } = useForm({
		schema: renamePasskeyInput,
		async submit({ name }) {
			await renamePasskey(passkey.id, name);
			toast({ tone: "good", title: t("settings.saved") });
			onClose();
		},
	});
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("settings.passkeyRename")}
			closeLabel={t("settings.close")}
		>
			<form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
				<FailedAlert failure={failure} fallback={t("settings.tryAgain")} />
				<TextField
					label={t("settings.passkeyName")}
					name="name"
					required
					maxLength={MAX_PASSKEY_NAME}
					defaultValue={passkey.name}
					error={errors.name}
				/>
				<Button type="submit" tone="primary" pending={pending && t("settings.totpWorking")}>
					{t("settings.save")}
				</Button>
			</form>
		</Dialog>
	);
}
