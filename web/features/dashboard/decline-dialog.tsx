import { useState } from "react";
import { DECLINE_REASONS, type DirectClaim } from "../../../worker/contract/payments/payments.ts";
import { formatMoney } from "../../lib/i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { Choices } from "../../ui/choices.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useTexts } from "./texts.ts";

type Reason = (typeof DECLINE_REASONS)[number];

/** The buyer is sent the reason. */
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
		<Dialog
			open
			onClose={onClose}
			title={t(waits ? "dashboard.declineTitle" : "dashboard.returnTitle")}
			closeLabel={t("dashboard.close")}
			actions={
				<>
					<Button onClick={onClose}>{t("dashboard.cancel")}</Button>
					<Button
						tone={waits ? "danger" : "primary"}
						disabled={reason === null}
						onClick={() => reason && onDecline(reason)}
					>
						{t(waits ? "dashboard.decline" : "dashboard.returnTell")}
					</Button>
				</>
			}
		>
			<p className="mb-4">
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
		</Dialog>
	);
}
