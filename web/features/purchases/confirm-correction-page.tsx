import MailCheck from "icons:mail-check";
import SearchX from "icons:search-x";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { ConfirmedAddress } from "../../../worker/customers/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useLinkToken } from "../../lib/addresses/use-link-token.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { usePage } from "../../lib/page/page.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import { confirmCorrection } from "../../lib/server/queries/customers.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useTexts } from "./texts.ts";

/** `/confirm-correction#token`, from a mail. A click confirms it, since scanners open links. */
export function ConfirmCorrectionPage() {
	const t = useTexts();
	usePage(t("purchases.addressTitle"));
	const token = useLinkToken();
	const [isPending, setPending] = useState(false);
	const [confirmed, setConfirmed] = useState<ConfirmedAddress | null>(null);
	const [error, setError] = useState<unknown>(null);

	async function confirm(of: string) {
		setPending(true);
		setError(null);
		try {
			setConfirmed(await confirmCorrection(of));
		} catch (failure) {
			setError(failure);
		} finally {
			setPending(false);
		}
	}

	const isDead =
		!token ||
		(error instanceof ApiFailure &&
			(error.code === "token.not_found" || error.code === "request.invalid"));
	return (
		<div className="gutters max-w-lg py-12">
			<Card>
				{confirmed ? (
					<EmptyState
						level="h1"
						icon={MailCheck}
						title={t("purchases.addressDone")}
						action={
							<Link to={paths.purchases} className={buttonClass("primary")}>
								{t("purchases.find")}
							</Link>
						}
					>
						{t("purchases.addressDoneText", {
							count: confirmed.purchases,
							email: confirmed.email,
						})}
					</EmptyState>
				) : isDead ? (
					<EmptyState level="h1" icon={SearchX} title={t("purchases.addressDead")}>
						{t("purchases.addressDeadText")}
					</EmptyState>
				) : (
					<EmptyState
						level="h1"
						icon={MailCheck}
						title={t("purchases.addressTitle")}
						action={
							<Button
								tone="primary"
								size="lg"
								pending={isPending && t("purchases.addressConfirming")}
								onClick={() => confirm(token)}
							>
								{t("purchases.addressConfirm")}
							</Button>
						}
					>
						{t("purchases.addressText")}
					</EmptyState>
				)}
				{error !== null && !isDead && (
					<Alert tone="danger" live title={t("purchases.addressFailed")}>
						{failureText(error, t("purchases.tryAgain"))}
					</Alert>
				)}
			</Card>
		</div>
	);
}
