import { partyInput } from "../../../worker/contract/payments/invoices.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { setInvoiceDetails, useInvoiceDetails } from "../../lib/server/queries/invoice-details.ts";
import { PartyFields } from "../../shared/party-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

export function InvoiceCard() {
	const t = useTexts();
	const { data } = useInvoiceDetails();
	const { errors, pending, failure, onSubmit } = useForm({
		schema: partyInput,
		async submit(json) {
			await setInvoiceDetails(json);
			toast({ tone: "good", title: t("settings.saved") });
		},
	});
	return (
		<Card aria-labelledby="invoice">
			<CardHead id="invoice" title={t("settings.invoice")}>
				{t("settings.invoiceText")}
			</CardHead>
			{data ? (
				<form onSubmit={onSubmit} noValidate className="grid gap-5 sm:grid-cols-2">
					<PartyFields party={data.details} errors={errors} />
					<FailedAlert
						failure={failure}
						title={t("settings.saveFailed")}
						fallback={t("settings.tryAgain")}
						className="sm:col-span-2"
					/>
					<div>
						<Button type="submit" tone="primary" pending={pending && t("settings.saving")}>
							{t("settings.invoiceSave")}
						</Button>
					</div>
				</form>
			) : (
				<Skeleton className="h-72" />
			)}
		</Card>
	);
}
