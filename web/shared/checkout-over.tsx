import type { ShownCheckout } from "../../worker/payments/checkout-links/contract.ts";
import { paths } from "../lib/addresses/paths.ts";
import { useBuyingTexts } from "../lib/texts/buying-texts.ts";
import { Alert } from "../ui/alert.tsx";
import { buttonClass } from "../ui/button.tsx";

export function CheckoutOver({ slug, state }: { slug: string } & Pick<ShownCheckout, "state">) {
	const t = useBuyingTexts();
	const isPaid = state === "paid";
	return (
		<Alert
			tone="warning"
			title={t(isPaid ? "buying.checkoutPaid" : "buying.checkoutEnded")}
			action={
				<a
					className={buttonClass("plain", "sm")}
					href={isPaid ? paths.purchases : paths.share(slug)}
				>
					{t(isPaid ? "buying.findPurchase" : "buying.openPage")}
				</a>
			}
		>
			{t(isPaid ? "buying.checkoutPaidText" : "buying.checkoutEndedText")}
		</Alert>
	);
}
