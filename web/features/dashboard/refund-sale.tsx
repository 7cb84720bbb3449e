import { useState } from "react";
import type { Sale } from "../../../worker/contract/payments/payments.ts";
import { formatMoney } from "../../lib/i18n/format.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { refundSale } from "../../lib/server/queries/sales.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

/** Gives a card sale back, whole, after a question. */
export function RefundSale({ slug, sale }: { slug: string; sale: Sale }) {
	const t = useTexts();
	const [asks, setAsks] = useState(false);
	const [pending, setPending] = useState(false);

	async function refund() {
		setPending(true);
		try {
			await refundSale(slug, sale.id);
			toast({ tone: "good", title: t("dashboard.refunded"), text: t("dashboard.refundedText") });
		} catch (error) {
			toast({
				tone: "destructive",
				title: t("dashboard.refundFailed"),
				text: failureText(error, t("dashboard.tryAgain")),
			});
		} finally {
			setAsks(false);
			setPending(false);
		}
	}

	return (
		<>
			<Button size="sm" onClick={() => setAsks(true)}>
				{t("dashboard.refund")}
			</Button>
			<Dialog
				open={asks}
				onClose={() => setAsks(false)}
				title={t("dashboard.refundTitle", { price: formatMoney(sale.price) })}
				closeLabel={t("dashboard.close")}
				actions={
					<>
						<Button onClick={() => setAsks(false)}>{t("dashboard.cancel")}</Button>
						<Button tone="danger" pending={pending && t("dashboard.refunding")} onClick={refund}>
							{t("dashboard.refund")}
						</Button>
					</>
				}
			>
				<p>{t("dashboard.refundText", { email: sale.buyerEmail })}</p>
				{Number(sale.processingFee) > 0 && (
					<p className="mt-3">
						{t("dashboard.refundFees", {
							platform: formatMoney(sale.platformFee),
							processing: formatMoney(sale.processingFee),
						})}
					</p>
				)}
			</Dialog>
		</>
	);
}
