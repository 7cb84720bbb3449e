import { useState } from "react";
import {
	DECLINE_REASONS,
	type DirectClaim,
} from "../../../worker/payments/direct/contract/direct.ts";
import { formatMoney } from "../../lib/i18n/format.ts";
import { Choices } from "../../ui/choices.tsx";
import { ConfirmDialog } from "../../ui/form-dialog.tsx";
import { useTexts } from "./texts.ts";

type Reason = (typeof DECLINE_REASONS)[number];

export function DeclineDialog({
	claim,
	onClose,
	onDecline,
}: {
	claim: DirectClaim;
	onClose: () => void;
	onDecline: (reason: Reason) => void;
}) {
	const t = useTexts();
	const [reason, setReason] = useState<Reason | null>(null);
	const waits = claim.state === "claimed";
	// If the files are already open, the amount no longer matters.
	const offered = DECLINE_REASONS.filter((one) => waits || one !== "wrong_amount");
	return (
		<ConfirmDialog
			onClose={onClose}
			title={t(waits ? "dashboard.declineTitle" : "dashboard.returnTitle")}
			action={t(waits ? "dashboard.decline" : "dashboard.returnTell")}
			tone={waits ? "danger" : "primary"}
			disabled={reason === null}
			onConfirm={() => reason && onDecline(reason)}
		>
			<p>
				{t("dashboard.declineText", {
					price: formatMoney(claim.price, claim.currency),
					way: claim.directBy,
				})}
			</p>
			<Choices
				legend={t("dashboard.declineWhy")}
				choices={offered.map((value) => ({
					value,
					label: t(`dashboard.declineReason.${value}`),
					hint: t(`dashboard.declineHint.${value}`, { way: claim.directBy }),
				}))}
				chosen={reason}
				onChoose={setReason}
			/>
		</ConfirmDialog>
	);
}
