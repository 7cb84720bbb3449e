import { useState } from "react";
import {
	type CustomerPurchase,
	MAX_REVOKE_REASON,
	revokeInput,
} from "../../../worker/customers/contract.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { formatMoney } from "../../lib/i18n/format.ts";
import { refundPurchase, revokePurchase } from "../../lib/server/queries/customers.ts";
import { Choices } from "../../ui/choices.tsx";
import { TextArea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

type Props = { sale: CustomerPurchase; onClose: () => void; onChanged: () => Promise<unknown> };
type Way = "refund" | "keep";

export function RevokeDialog({ sale, onClose, onChanged }: Props) {
	const t = useTexts();
	const mayRefund = sale.route === "card" && sale.state === "paid";
	const [way, setWay] = useState<Way | null>(mayRefund ? null : "keep");
	const isRefund = way === "refund";
	const form = useForm({
		schema: isRefund ? revokeInput.partial() : revokeInput,
		async submit({ reason = "" }) {
			if (isRefund) await refundPurchase(sale.id);
			else await revokePurchase(sale.id, { reason });
			await onChanged();
			toast({
				tone: "good",
				title: t(isRefund ? "customers.refundDone" : "customers.revokeDone"),
				text: t("customers.buyerTold"),
			});
			onClose();
		},
	});
	const price = formatMoney(sale.price, sale.currency);
	return (
		<FormDialog
			of={form}
			onClose={onClose}
			title={t("customers.revokeTitle")}
			action={isRefund ? t("customers.refundNow", { price }) : t("customers.revoke")}
			tone="danger"
			disabled={way === null}
			failed={t("customers.failed")}
		>
			<p className="break-words">{t("customers.revokeText", { title: sale.title })}</p>
			{mayRefund && (
				<Choices
					legend={t("customers.revokeMoney")}
					choices={[
						{
							value: "refund",
							label: t("customers.withRefund", { price }),
							hint: t("customers.withRefundHint"),
						},
						{
							value: "keep",
							label: t("customers.withoutRefund"),
							hint: t("customers.withoutRefundHint"),
						},
					]}
					chosen={way}
					onChoose={setWay}
				/>
			)}
			{way === "keep" && (
				<TextArea
					label={t("customers.reason")}
					hint={t("customers.reasonHint")}
					name="reason"
					rows={4}
					maxLength={MAX_REVOKE_REASON}
					className="w-full"
					required
				/>
			)}
		</FormDialog>
	);
}
