import { useId, useState } from "react";
import {
	type CustomerPurchase,
	MAX_REVOKE_REASON,
	revokeInput,
} from "../../../worker/contract/customers/customers.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { formatMoney } from "../../lib/i18n/format.ts";
import { refundPurchase, revokePurchase } from "../../lib/server/queries/customers.ts";
import { Button } from "../../ui/button.tsx";
import { Choices } from "../../ui/choices.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextArea } from "../../ui/field.tsx";
import { useTexts } from "./texts.ts";
import { useAct } from "./use-act.ts";

type Props = { sale: CustomerPurchase; onClose: () => void; onChanged: () => Promise<unknown> };
type Way = "refund" | "keep";

export function RevokeDialog({ sale, onClose, onChanged }: Props) {
	const t = useTexts();
	const { currency } = sale;
	const formId = useId();
	const mayRefund = sale.route === "card" && sale.state === "paid";
	const [way, setWay] = useState<Way | null>(mayRefund ? null : "keep");
	const { pending, act } = useAct(onChanged);
	const { errors, onSubmit } = useForm({
		schema: revokeInput,
		async submit(json) {
			const isDone = await act(
				() => revokePurchase(sale.id, json),
				t("customers.revokeDone"),
				t("customers.buyerTold"),
			);
			if (isDone) onClose();
		},
	});

	async function refund() {
		const isDone = await act(
			() => refundPurchase(sale.id),
			t("customers.refundDone"),
			t("customers.buyerTold"),
		);
		if (isDone) onClose();
	}

	return (
		<Dialog
			open
			onClose={onClose}
			title={t("customers.revokeTitle")}
			closeLabel={t("customers.close")}
			actions={
				<>
					<Button onClick={onClose}>{t("customers.cancel")}</Button>
					{way === "refund" ? (
						<Button tone="danger" pending={pending && t("customers.working")} onClick={refund}>
							{t("customers.refundNow", { price: formatMoney(sale.price, currency) })}
						</Button>
					) : (
						<Button
							type="submit"
							form={formId}
							tone="danger"
							disabled={way === null}
							pending={pending && t("customers.working")}
						>
							{t("customers.revoke")}
						</Button>
					)}
				</>
			}
		>
			<p className="mb-4 break-words">{t("customers.revokeText", { title: sale.title })}</p>
			{mayRefund && (
				<Choices
					legend={t("customers.revokeMoney")}
					choices={[
						{
							value: "refund",
							label: t("customers.withRefund", { price: formatMoney(sale.price, currency) }),
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
				<form id={formId} method="post" onSubmit={onSubmit} noValidate className="mt-4">
					<TextArea
						label={t("customers.reason")}
						hint={t("customers.reasonHint")}
						name="reason"
						rows={4}
						maxLength={MAX_REVOKE_REASON}
						className="w-full"
						required
						error={errors.reason}
					/>
				</form>
			)}
		</Dialog>
	);
}
