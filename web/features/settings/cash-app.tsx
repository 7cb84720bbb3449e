import type { PaymentStatus } from "../../../worker/payments/payouts/contract.ts";
import { currencyWords } from "../../lib/i18n/currency-names.ts";
import { canAddDirect } from "../../lib/server/queries/payment-status.ts";
import { useOfferTexts } from "../../lib/texts/offer-texts.ts";
import { HandleField, useHandleForm } from "../../shared/handle-field.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { useTexts } from "./texts.ts";

export function CashApp({ status }: { status: PaymentStatus }) {
	const t = useTexts();
	const offer = useOfferTexts();
	const { form, field } = useHandleForm(status.cashAppHandle ?? "", {
		invalid: () => t("settings.invalidHandle"),
		done: { title: t("settings.cashAppUpdated"), text: t("settings.cashAppUpdatedText") },
		failed: t("settings.updateFailed"),
		fallback: t("settings.updateFailedText"),
	});

	return (
		<div>
			<div className="mb-4 flex flex-wrap items-center justify-between gap-2">
				<div>
					<h3 className="font-semibold">{t("settings.cashApp")}</h3>
					<p className="text-muted">
						{canAddDirect(status, status.currency)
							? t("settings.cashAppText")
							: offer("offer.cashAppOnly", { currency: currencyWords(status.currency) })}
					</p>
				</div>
				{status.cashAppHandle && (
					<p className="flex flex-wrap items-center gap-2">
						<span className="font-medium">{status.cashAppHandle}</span>
						<Badge tone="good">{t("settings.current")}</Badge>
					</p>
				)}
			</div>
			<Form of={form} className="flex flex-wrap items-start gap-3">
				<HandleField
					label={t("settings.handle")}
					fieldClass="min-w-48 flex-1"
					placeholder={t("settings.handlePlaceholder")}
					{...field}
				/>
				<Button
					type="submit"
					tone="primary"
					className="max-sm:w-full sm:mt-7.5"
					disabled={!field.value.trim()}
					pending={form.pending && t("settings.updating")}
				>
					{t("settings.updateCashApp")}
				</Button>
			</Form>
		</div>
	);
}
