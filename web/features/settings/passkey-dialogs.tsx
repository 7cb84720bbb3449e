import { useState } from "react";
import {
	MAX_PASSKEY_NAME,
	newPasskeyForm,
	type PasskeyInfo,
	renamePasskeyInput,
} from "../../../worker/accounts/passkeys/contract.ts";
import { browserName } from "../../../worker/contract/browser-name.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import {
	addPasskey,
	beginPasskey,
	refreshPasskeys,
	removePasskey,
	renamePasskey,
} from "../../lib/server/queries/passkeys.ts";
import { makePasskey, passkeyProblem } from "../../lib/session/passkeys.ts";
import { Alert } from "../../ui/alert.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { ConfirmDialog, FormDialog } from "../../ui/form-dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { ConfirmByFactor, OwnPassword, useConfirmation } from "./confirmation.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { useTexts } from "./texts.ts";

const PLACE = `${paths.settingsSecurity}#passkeys`;

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
	const t = useTexts();
	const [codes, setCodes] = useState<string[] | null>(null);
	const confirmation = useConfirmation();
	const known = browserName(navigator.userAgent);
	const form = useForm({
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
	const problem = passkeyProblem(form.failure);
	if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
	if (confirmation === "factor")
		return (
			<Dialog onClose={onClose} title={t("settings.passkeyAdd")}>
				<ConfirmByFactor to={PLACE} />
			</Dialog>
		);
	return (
		<FormDialog
			of={{ ...form, failure: problem ? null : form.failure }}
			onClose={onClose}
			title={t("settings.passkeyAdd")}
			action={t("settings.totpContinue")}
		>
			<p className="text-muted">{t("settings.passkeyAddText")}</p>
			{problem && (
				<Alert tone="danger" live>
					{t(problem === "exists" ? "settings.passkeyExists" : "settings.passkeyCancelled")}
				</Alert>
			)}
			<NameField value={known ? t("settings.sessionOn", known) : t("settings.passkeyDefault")} />
			{confirmation === "password" && <OwnPassword />}
		</FormDialog>
	);
}

function NameField({ value }: { value: string }) {
	const t = useTexts();
	return (
		<TextField
			label={t("settings.passkeyName")}
			hint={t("settings.passkeyNameHint")}
			name="name"
			required
			maxLength={MAX_PASSKEY_NAME}
			defaultValue={value}
		/>
	);
}

type Props = { passkey: PasskeyInfo; onClose: () => void };

export function RenamePasskeyDialog({ passkey: { id, name }, onClose }: Props) {
	const t = useTexts();
	const form = useForm({
		schema: renamePasskeyInput,
		async submit({ name }) {
			await renamePasskey(id, name);
			toast({ tone: "good", title: t("settings.saved") });
			onClose();
		},
	});
	return (
		<FormDialog
			of={form}
			onClose={onClose}
			title={t("settings.passkeyRename")}
			action={t("settings.save")}
		>
			<NameField value={name} />
		</FormDialog>
	);
}

export function RemovePasskeyDialog({ passkey: { id, name }, onClose }: Props) {
	const t = useTexts();
	const title = t("settings.passkeyRemoveTitle", { name });
	if (useConfirmation() !== "none")
		return (
			<Dialog onClose={onClose} title={title}>
				<ConfirmByFactor to={PLACE} />
			</Dialog>
		);
	async function remove() {
		try {
			await removePasskey(id, {});
		} finally {
			void refreshPasskeys();
		}
		toast({ title: t("settings.passkeyRemoved") });
		onClose();
	}
	return (
		<ConfirmDialog
			title={title}
			action={t("settings.passkeyRemove")}
			onConfirm={remove}
			onClose={onClose}
		>
			<p className="text-muted">{t("settings.passkeyRemoveText")}</p>
		</ConfirmDialog>
	);
}
