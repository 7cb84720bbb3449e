import Download from "icons:download";
import { useState } from "react";
import { type AccountObstacle, deleteAccountInput } from "../../../worker/accounts/contract.ts";
import type { BuyersChoice as Choice } from "../../../worker/catalogue/shares/contract/shares.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { formatDate, formatMoney } from "../../lib/i18n/format.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import {
	accountExportLink,
	deleteAccount,
	useAccountDeletion,
} from "../../lib/server/queries/account.ts";
import { BuyersChoice } from "../../shared/buyers-choice.tsx";
import { PasswordField } from "../../shared/password-field.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

export function DataCard() {
	const t = useTexts();
	const [asks, setAsks] = useState(false);
	return (
		<Card id="data" title={t("settings.data")} lead={t("settings.dataText")}>
			<div className="flex flex-wrap gap-3">
				<a href={accountExportLink} download className={buttonClass()}>
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
	const [buyers, setBuyers] = useState<Choice>("keep");
	const { data: preview, mutate } = useAccountDeletion();
	const form = useForm({
		schema: deleteAccountInput,
		extra: { buyers },
		async submit(json) {
			await deleteAccount(json);
			setDone(true);
		},
		onFailure: () => void mutate(),
	});
	// A full page load, so that no data of the account stays in memory.
	const leave = () => location.replace(paths.home);
	if (isDone)
		return (
			<Dialog
				onClose={leave}
				title={t("settings.deleted")}
				actions={
					<Button tone="primary" onClick={leave}>
						{t("settings.close")}
					</Button>
				}
			>
				{t("settings.deletedText")}
			</Dialog>
		);
	const refused = obstaclesOf(form.failure);
	// A balance that the chosen refunds would settle doesn't block.
	const known =
		preview?.obstacles.filter(({ kind }) => buyers === "keep" || kind !== "balance") ?? [];
	const obstacles = refused ?? known;
	return (
		<FormDialog
			of={{ ...form, failure: refused ? null : form.failure }}
			onClose={onClose}
			title={t("settings.deleteTitle")}
			action={t("settings.deleteAccount")}
			busy={t("settings.deleting")}
			tone="danger"
			failed={t("settings.deleteFailed")}
		>
			<p className="text-muted">{t("settings.deleteText")}</p>
			{preview && <BuyersChoice preview={preview} chosen={buyers} onChoose={setBuyers} />}
			{obstacles.length > 0 && <Obstacles obstacles={obstacles} />}
			<PasswordField
				label={t("settings.deletePassword")}
				name="password"
				autoComplete="current-password"
				required
			/>
		</FormDialog>
	);
}

function obstaclesOf(error: unknown): AccountObstacle[] | null {
	const isRefusal = error instanceof ApiFailure && error.code === "account.not_settled";
	// Only one place in the server throws this code, with these details.
	return isRefusal ? (error.details.obstacles as AccountObstacle[]) : null;
}

function Obstacles({ obstacles }: { obstacles: readonly AccountObstacle[] }) {
	const t = useTexts();
	return (
		<Alert tone="warning" title={t("settings.held")} live>
			<ul className="flex flex-col gap-2">
				{obstacles.map(({ kind, count, amount, currency, until }) => (
					<li key={`${kind} ${currency}`}>
						{t(
							kind === "balance" && until !== null
								? "settings.held.balanceMoves"
								: `settings.held.${kind}`,
							{
								n: count,
								amount: formatMoney(amount, currency),
								date: until ? formatDate(until) : "",
							},
						)}
					</li>
				))}
			</ul>
		</Alert>
	);
}
