import { partyInput } from "../../../worker/payments/invoices/contract.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { PartyFields } from "../../shared/party-fields.tsx";
import { Card } from "../../ui/card.tsx";
import { Form } from "../../ui/form.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { toast } from "../../ui/toast.ts";
import { setInvoiceDetails, useInvoiceDetails } from "./queries/invoice-details.ts";
import { useTexts } from "./texts.ts";

export function InvoiceCard() {
	const t = useTexts();
	const query = useInvoiceDetails();
	const form = useForm({
		schema: partyInput,
		async submit(json) {
			await setInvoiceDetails(json);
			toast({ tone: "good", title: t("settings.saved") });
		},
	});
	return (
		<Card id="invoice" title={t("settings.invoice")} lead={t("settings.invoiceText")}>
			<Loaded of={query} className="h-72">
				{({ details }) => (
					<Form
						of={form}
						isWide
						action={t("settings.invoiceSave")}
						busy={t("settings.saving")}
						failed={t("settings.saveFailed")}
					>
						<PartyFields party={details} />
					</Form>
				)}
			</Loaded>
		</Card>
	);
}
