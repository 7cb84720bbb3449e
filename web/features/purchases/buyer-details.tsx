import { useState } from "react";
import { partyInput } from "../../../worker/contract/payments/invoices.ts";
import type { Receipt } from "../../../worker/contract/payments/payments.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { setBuyerDetails } from "../../lib/server/queries/purchases.ts";
import { PartyFields } from "../../shared/party-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

type Props = { receipt: Receipt; onChanged: (receipt: Receipt) => void };

export function BuyerDetails({ receipt, onChanged }: Props) {
	const t = useTexts();
	const [isOpen, setOpen] = useState(false);
	if (!receipt.invoice) return null;
	const { buyer } = receipt.invoice;
	if (!isOpen)
		return (
			<button
				type="button"
				className="btn btn-ghost btn-sm -ms-3 mt-3 text-muted print:hidden"
				onClick={() => setOpen(true)}
			>
				{t(buyer ? "purchases.changeBuyer" : "purchases.addBuyer")}
			</button>
		);
	return (
		<Card className="mt-4 print:hidden">
			<Form
				receipt={receipt}
				onChanged={(changed) => {
					setOpen(false);
					onChanged(changed);
				}}
			/>
		</Card>
	);
}

function Form({ receipt, onChanged }: Props) {
	const t = useTexts();
	const { errors, pending, failure, onSubmit } = useForm({
		schema: partyInput,
		async submit(json) {
			const changed = await setBuyerDetails(receipt.purchaseId, json);
			toast({ tone: "good", title: t("purchases.buyerSaved") });
			onChanged(changed);
		},
	});
	return (
		<form onSubmit={onSubmit} noValidate className="grid gap-5 sm:grid-cols-2">
			<p className="text-muted sm:col-span-2">
				{t(receipt.invoice?.buyer ? "purchases.changeBuyerText" : "purchases.addBuyerText")}
			</p>
			<PartyFields party={receipt.invoice?.buyer ?? null} errors={errors} />
			<FailedAlert
				failure={failure}
				title={t("purchases.buyerFailed")}
				fallback={t("purchases.tryAgain")}
				className="sm:col-span-2"
			/>
			<div>
				<Button type="submit" tone="primary" pending={pending && t("purchases.saving")}>
					{t("purchases.saveBuyer")}
				</Button>
			</div>
		</form>
	);
}
