import { useRef, useState } from "react";
import { centsOf, priceOf } from "../../../worker/contract/fields.ts";
import { returnedFee } from "../../../worker/payments/sales/contract/refunds.ts";
import type { Sale } from "../../../worker/payments/sales/contract/sales.ts";
import { exampleAmount, shownAmount, typedCents, worthAbout } from "../../lib/forms/price-input.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { formatCents, formatMoney } from "../../lib/i18n/format.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { NumberField } from "../../shared/number-field.tsx";
import { Button } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { refundSale } from "./queries/sales.ts";
import { useTexts } from "./texts.ts";

const centsIn = (price: string) => centsOf(price) ?? 0;

export function RefundSale({ sale }: { sale: Sale }) {
	const t = useTexts();
	const [asks, setAsks] = useState(false);
	return (
		<>
			<Button size="sm" tone="quiet" onClick={() => setAsks(true)}>
				{t("dashboard.refund")}
			</Button>
			{asks && <Question sale={sale} onClose={() => setAsks(false)} />}
		</>
	);
}

function Question({ sale, onClose }: { sale: Sale; onClose: () => void }) {
	const t = useTexts();
	const { currency } = sale;
	const refunded = centsIn(sale.refunded);
	const left = centsIn(sale.price) - refunded;
	const [amount, setAmount] = useState(shownAmount(left, currency));
	// The same key for another try of an amount, however it is typed, so that nothing is refunded twice.
	const keys = useRef(new Map<number, string>());
	const cents = typedCents(amount, currency);
	const isPossible = cents !== null && cents > 0 && cents <= left;
	const isWhole = cents === left;
	const sold = { priceCents: centsIn(sale.price), feeCents: centsIn(sale.platformFee), currency };
	const form = useSubmit(async (_form, begin) => {
		if (cents === null || cents === 0)
			return {
				amount: t("dashboard.refundInvalid", {
					example: exampleAmount(worthAbout(500, currency), currency),
				}),
			};
		if (cents > left)
			return {
				amount: t("dashboard.refundTooMuch", { left: formatMoney(priceOf(left), currency) }),
			};
		const key = keys.current.get(cents) ?? crypto.randomUUID();
		keys.current.set(cents, key);
		begin();
		try {
			const part = isWhole ? undefined : priceOf(cents);
			await refundSale({ id: sale.id, amount: part, key });
			toast({ tone: "good", title: t("dashboard.refunded"), text: t("dashboard.refundedText") });
			onClose();
		} catch (error) {
			return { amount: failureText(error) };
		}
	});
	return (
		<FormDialog
			of={form}
			onClose={onClose}
			title={t("dashboard.refundTitle")}
			action={
				isPossible
					? t("dashboard.refundAmount", { price: formatMoney(priceOf(cents), currency) })
					: t("dashboard.refund")
			}
			busy={t("dashboard.refunding")}
			tone="danger"
		>
			<NumberField
				unit={currency}
				label={t("dashboard.refundField")}
				name="amount"
				value={amount}
				onValue={setAmount}
			/>
			{isPossible && (
				<p>
					{t(isWhole ? "dashboard.refundText" : "dashboard.refundPart", {
						email: sale.buyerEmail,
					})}
				</p>
			)}
			{isPossible && Number(sale.processingFee) > 0 && (
				<p>
					{t("dashboard.refundFees", {
						platform: formatCents(returnedFee(sold, refunded, cents), currency),
						processing: formatMoney(sale.processingFee, currency),
					})}
				</p>
			)}
			{isPossible && sale.exchanged && <p>{t("dashboard.refundRate")}</p>}
		</FormDialog>
	);
}
