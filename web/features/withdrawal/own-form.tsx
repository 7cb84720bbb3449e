import type { Receipt } from "../../../worker/customers/receipts/contract.ts";
import { withdrawInput } from "../../../worker/customers/withdrawal/contract.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { formatDate, formatMoney } from "../../lib/i18n/format.ts";
import { withdrawOwn } from "../../lib/server/queries/purchases.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import type { Received } from "./reference-form.tsx";
import { useTexts } from "./texts.ts";

type Props = { receipt: Receipt; onDone: (received: Received) => void };

export function OwnForm({ receipt, onDone }: Props) {
	const t = useTexts();
	const { errors, pending, failure, onSubmit } = useForm({
		schema: withdrawInput,
		async submit(json) {
			const withdrawal = await withdrawOwn(receipt.purchaseId, json);
			onDone({ at: withdrawal.at, email: json.email, withdrawal });
		},
	});
	return (
		<form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
			<div>
				<h2 className="text-13 text-muted">{t("withdrawal.which")}</h2>
				<p className="break-words font-semibold">{receipt.title}</p>
				<p className="text-muted">
					{[
						receipt.creator && t("withdrawal.from", { name: receipt.creator }),
						formatDate(receipt.paidAt),
						formatMoney(receipt.price, receipt.currency),
					]
						.filter(Boolean)
						.join(", ")}
				</p>
			</div>
			{receipt.consent && <Alert tone="info">{t("withdrawal.consented")}</Alert>}
			<TextField
				label={t("withdrawal.name")}
				name="name"
				autoComplete="name"
				error={errors.name}
				required
			/>
			<TextField
				label={t("withdrawal.email")}
				name="email"
				type="email"
				autoComplete="email"
				defaultValue={receipt.buyerEmail}
				error={errors.email}
				required
			/>
			<p className="font-medium">{t("withdrawal.declaration")}</p>
			<FailedAlert
				failure={failure}
				title={t("withdrawal.failed")}
				fallback={t("withdrawal.tryAgain")}
			/>
			<Button type="submit" tone="primary" size="lg" pending={pending && t("withdrawal.sending")}>
				{t("withdrawal.confirm")}
			</Button>
		</form>
	);
}
