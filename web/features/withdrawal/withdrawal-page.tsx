import MailCheck from "icons:mail-check";
import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { formatDateTime } from "../../lib/i18n/format.ts";
import { usePage } from "../../lib/page/page.ts";
import { useReceipt } from "../../lib/server/queries/purchases.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageSpinner } from "../../ui/spinner.tsx";
import { OwnForm } from "./own-form.tsx";
import { type Received, ReferenceForm } from "./reference-form.tsx";
import { useTexts } from "./texts.ts";

/** `/withdraw#purchase`. Browsers without the purchase need the receipt's address and reference. */
export function WithdrawalPage() {
	const t = useTexts();
	usePage(t("withdrawal.title"));
	const [received, setReceived] = useState<Received | null>(null);
	const id = useLocation().hash.slice(1);
	return (
		<div className="gutters max-w-xl py-10 lg:py-16">
			<h1 className="text-28 sm:text-40">{t("withdrawal.title")}</h1>
			{!received && <p className="mt-3 text-muted sm:text-17">{t("withdrawal.lead")}</p>}
			<Card className="mt-8">
				{received ? (
					<Done received={received} />
				) : id ? (
					<OwnPurchase id={id} onDone={setReceived} />
				) : (
					<ReferenceForm onDone={setReceived} />
				)}
			</Card>
		</div>
	);
}

function OwnPurchase({ id, onDone }: { id: string; onDone: (received: Received) => void }) {
	const t = useTexts();
	const { data, error } = useReceipt(id);
	if (data) return <OwnForm receipt={data} onDone={onDone} />;
	return error ? (
		<ReferenceForm onDone={onDone} />
	) : (
		<PageSpinner label={t("withdrawal.loading")} />
	);
}

function Done({ received: { at, email, withdrawal } }: { received: Received }) {
	const t = useTexts();
	const values = { time: formatDateTime(at), email };
	return (
		<div role="status">
			<EmptyState
				icon={MailCheck}
				title={t("withdrawal.done")}
				action={
					<Link className={buttonClass()} to={paths.purchases}>
						{t("withdrawal.purchases")}
					</Link>
				}
			>
				{t(withdrawal ? "withdrawal.doneText" : "withdrawal.doneUnknown", values)}{" "}
				{withdrawal &&
					t(`withdrawal.outcome.${withdrawal.refundsItself ? "automatic" : withdrawal.outcome}`)}
			</EmptyState>
		</div>
	);
}
