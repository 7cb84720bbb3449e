import { useState } from "react";
import type { Receipt } from "../../../worker/customers/receipts/contract.ts";
import { partyInput } from "../../../worker/payments/invoices/contract.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { setBuyerDetails } from "../../lib/server/queries/purchases.ts";
import { PartyFields } from "../../shared/party-fields.tsx";
import { Card } from "../../ui/card.tsx";
import { Form } from "../../ui/form.tsx";
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
			<BuyerForm
				receipt={receipt}
				onChanged={(changed) => {
					setOpen(false);
					onChanged(changed);
				}}
			/>
		</Card>
	);
}

function BuyerForm({ receipt, onChanged }: Props) {
	const t = useTexts();
	const form = useForm({
		schema: partyInput,
		async submit(json) {
			const changed = await setBuyerDetails(receipt.purchaseId, json);
			toast({ tone: "good", title: t("purchases.buyerSaved") });
			onChanged(changed);
		},
	});
	return (
		<Form
			of={form}
			isWide
			action={t("purchases.saveBuyer")}
			busy={t("purchases.saving")}
			failed={t("purchases.buyerFailed")}
		>
			<p className="text-muted sm:col-span-2">
				{t(receipt.invoice?.buyer ? "purchases.changeBuyerText" : "purchases.addBuyerText")}
			</p>
			<PartyFields party={receipt.invoice?.buyer ?? null} />
		</Form>
	);
}
