import { Download } from "lucide-react";
import { useState } from "react";
import { deleteAccountInput } from "../../../worker/contract/accounts.ts";
import { client } from "../../lib/client.ts";
import { paths } from "../../lib/paths.ts";
import { failureText } from "../../lib/server-texts.ts";
import { useForm } from "../../lib/use-form.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useTexts } from "./texts.ts";

/** Everything we hold, to take along or to end. */
export function DataCard() {
	const t = useTexts();
	const [asks, setAsks] = useState(false);
	return (
		<Card aria-labelledby="data">
			<CardHead id="data" title={t("settings.data")}>
				{t("settings.dataText")}
			</CardHead>
			<div className="flex flex-wrap gap-3">
				<a href="/api/account/export" download className={buttonClass()}>
					<Icon of={Download} />
					{t("settings.export")}
				</a>
				<Button tone="quiet" className="text-error" onClick={() => setAsks(true)}>
					{t("settings.deleteAccount")}
				</Button>
			</div>
			{asks && <DeleteAccount onClose={() => setAsks(false)} />}
		</Card>
	);
}

function DeleteAccount({ onClose }: { onClose: () => void }) {
	const t = useTexts();
	const [isDone, setDone] = useState(false);
	const [failed, setFailed] = useState<string | null>(null);
	const { errors, pending, onSubmit } = useForm({
		schema: deleteAccountInput,
		async submit(json) {
			await client.api.account.$delete({ json });
			setDone(true);
		},
		onFailure: (error) => setFailed(failureText(error, t("settings.tryAgain"))),
	});
	// A full load, so that nothing of the account stays in memory.
	const leave = () => location.replace(paths.home);
	if (isDone)
		return (
			<Dialog
				open
				onClose={leave}
				title={t("settings.deleted")}
				closeLabel={t("settings.close")}
				actions={
					<Button tone="primary" onClick={leave}>
						{t("settings.close")}
					</Button>
				}
			>
				{t("settings.deletedText")}
			</Dialog>
		);
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("settings.deleteTitle")}
			closeLabel={t("settings.close")}
		>
			<form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
				<p className="text-muted">{t("settings.deleteText")}</p>
				{failed && (
					<Alert tone="danger" title={t("settings.deleteFailed")} live>
						{failed}
					</Alert>
				)}
				<PasswordField
					label={t("settings.deletePassword")}
					name="password"
					autoComplete="current-password"
					required
					error={errors.password}
					showLabel={t("settings.showPassword")}
					hideLabel={t("settings.hidePassword")}
				/>
				<div className="flex flex-wrap justify-end gap-3">
					<Button onClick={onClose}>{t("settings.cancel")}</Button>
					<Button type="submit" tone="danger" pending={pending && t("settings.deleting")}>
						{t("settings.deleteAccount")}
					</Button>
				</div>
			</form>
		</Dialog>
	);
}
