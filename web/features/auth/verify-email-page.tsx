import MailCheck from "icons:mail-check";
import MailQuestion from "icons:mail-question-mark";
import { useState } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { useLinkToken } from "../../lib/addresses/use-link-token.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { usePage } from "../../lib/page/page.ts";
import { verifyEmail } from "../../lib/server/queries/account.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useTexts } from "./texts.ts";

/** Only a click confirms the address, since scanners open links. */
export function VerifyEmailPage() {
	const t = useTexts();
	usePage(t("auth.verifyTitle"));
	const token = useLinkToken();
	const [state, setState] = useState<"asks" | "pending" | "done">("asks");
	const [error, setError] = useState<string | null>(null);

	async function verify() {
		if (!token) return;
		setState("pending");
		setError(null);
		try {
			await verifyEmail(token);
			setState("done");
		} catch (failure) {
			setError(failureText(failure, t("auth.tryAgain")));
			setState("asks");
		}
	}

	return (
		<div className="gutters max-w-lg py-12">
			<Card>
				{state === "done" ? (
					<EmptyState
						level="h1"
						icon={MailCheck}
						title={t("auth.verified")}
						action={
							<Link to={paths.home} className={buttonClass("primary")}>
								{t("auth.continue")}
							</Link>
						}
					>
						<span role="status">{t("auth.verifiedText")}</span>
					</EmptyState>
				) : (
					<EmptyState
						level="h1"
						icon={MailQuestion}
						title={t("auth.verifyTitle")}
						action={
							token && (
								<Button
									tone="primary"
									pending={state === "pending" && t("auth.verifying")}
									onClick={verify}
								>
									{t("auth.verify")}
								</Button>
							)
						}
					>
						{token ? t("auth.verifyLead") : t("auth.verifyNoToken")}
					</EmptyState>
				)}
				{error && (
					<Alert tone="danger" title={t("auth.verifyFailed")} live>
						{error}
					</Alert>
				)}
			</Card>
		</div>
	);
}
