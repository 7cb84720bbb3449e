import MailCheck from "icons:mail-check";
import MailQuestion from "icons:mail-question-mark";
import MailX from "icons:mail-x";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import type { ConfirmedAddressChange } from "../../../worker/contract/accounts/accounts.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useLinkToken } from "../../lib/addresses/use-link-token.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { usePage } from "../../lib/page/page.ts";
import { confirmAddressChange, refuseAddressChange } from "../../lib/server/queries/account.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useTexts } from "./texts.ts";

type Outcome = ConfirmedAddressChange | "refused";

/** Accepts or refuses a change of address only on a click: mail scanners open links. */
export function ConfirmAddressPage() {
	const t = useTexts();
	usePage(t("auth.addressTitle"));
	const token = useLinkToken();
	// The other address's link, opened in the same tab, is a new question.
	return <Question key={token} token={token} />;
}

function Question({ token }: { token: string | null }) {
	const t = useTexts();
	const [outcome, setOutcome] = useState<Outcome | null>(null);
	const [pending, setPending] = useState<"agree" | "object" | null>(null);
	const [error, setError] = useState<string | null>(null);

	async function answer(kind: "agree" | "object") {
		if (!token) return;
		setPending(kind);
		setError(null);
		try {
			if (kind === "agree") setOutcome(await confirmAddressChange(token));
			else {
				await refuseAddressChange(token);
				setOutcome("refused");
			}
		} catch (failure) {
			setError(failureText(failure, t("auth.tryAgain")));
		} finally {
			setPending(null);
		}
	}

	return (
		<div className="gutters max-w-lg py-12">
			<Card>
				{outcome ? (
					<Answered outcome={outcome} />
				) : (
					<EmptyState
						level="h1"
						icon={MailQuestion}
						title={t("auth.addressTitle")}
						action={
							token && (
								<div className="flex flex-wrap justify-center gap-3">
									<Button
										tone="primary"
										pending={pending === "agree" && t("auth.addressWorking")}
										onClick={() => answer("agree")}
									>
										{t("auth.addressAgree")}
									</Button>
									<Button
										pending={pending === "object" && t("auth.addressWorking")}
										onClick={() => answer("object")}
									>
										{t("auth.addressObject")}
									</Button>
								</div>
							)
						}
					>
						{t(token ? "auth.addressLead" : "auth.addressNoToken")}
					</EmptyState>
				)}
				{error && (
					<Alert tone="danger" title={t("auth.addressFailed")} live>
						{error}
					</Alert>
				)}
			</Card>
		</div>
	);
}

function Answered({ outcome }: { outcome: Outcome }) {
	const t = useTexts();
	if (outcome === "refused")
		return (
			<Done
				icon={MailX}
				title={t("auth.addressRefused")}
				action={
					<Link to={paths.resetPassword} className={buttonClass("primary")}>
						{t("auth.addressReset")}
					</Link>
				}
			>
				{t("auth.addressRefusedText")}
			</Done>
		);
	const goOn = (
		<Link to={paths.home} className={buttonClass("primary")}>
			{t("auth.continue")}
		</Link>
	);
	if (outcome.done)
		return (
			<Done icon={MailCheck} title={t("auth.addressDone")} action={goOn}>
				{t("auth.addressDoneText")}
			</Done>
		);
	return (
		<Done icon={MailCheck} title={t("auth.addressWaitsOld")} action={goOn}>
			{t("auth.addressWaitsOldText")}
		</Done>
	);
}

type DoneProps = { icon: typeof MailCheck; title: string; action: ReactNode; children: ReactNode };

function Done({ children, ...state }: DoneProps) {
	return (
		<EmptyState level="h1" {...state}>
			<span role="status">{children}</span>
		</EmptyState>
	);
}
