import { useState } from "react";
import type { PaymentStatus } from "../../../worker/contract/payments/payments.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { currencyWords } from "../../lib/i18n/currency-names.ts";
import { fieldText, fieldTexts, serverText } from "../../lib/i18n/server-texts.ts";
import { handleProblem } from "../../lib/selling/cash-app-handle.ts";
import { canAddDirect, setUpCashApp } from "../../lib/server/queries/payment-status.ts";
import { useOfferTexts } from "../../lib/texts/offer-texts.ts";
import { HandleField } from "../../shared/handle-field.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

export function CashApp({ status }: { status: PaymentStatus }) {
	const t = useTexts();
	const offer = useOfferTexts();
	const [handle, setHandle] = useState(status.cashAppHandle ?? "");
	const failed = {
		title: t("settings.updateFailed"),
		fallback: t("settings.updateFailedText"),
	};
	const { errors, setErrors, pending, onSubmit } = useSubmit(async (_form, begin) => {
		const wrong = handleProblem(handle);
		if (wrong) {
			const text = fieldText(wrong.sentence);
			toast({ tone: "destructive", title: t("settings.invalidHandle"), text });
			return { cashAppHandle: text };
		}
		begin();
		try {
			await setUpCashApp({ cashAppHandle: handle.trim() });
			toast({
				tone: "good",
				title: t("settings.cashAppUpdated"),
				text: t("settings.cashAppUpdatedText"),
			});
		} catch (error) {
			const text = serverText(error, failed.fallback);
			toast({ tone: "destructive", title: failed.title, text });
			return fieldTexts(error);
		}
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
			<form onSubmit={onSubmit} noValidate className="flex flex-wrap items-start gap-3">
				<HandleField
					label={t("settings.handle")}
					name="cashAppHandle"
					fieldClass="min-w-48 flex-1"
					value={handle}
					onChange={(changed) => {
						setHandle(changed);
						setErrors({});
					}}
					placeholder={t("settings.handlePlaceholder")}
					error={errors.cashAppHandle}
				/>
				<Button
					type="submit"
					tone="primary"
					className="max-sm:w-full sm:mt-7.5"
					disabled={!handle.trim()}
					pending={pending && t("settings.updating")}
				>
					{t("settings.updateCashApp")}
				</Button>
			</form>
		</div>
	);
}
