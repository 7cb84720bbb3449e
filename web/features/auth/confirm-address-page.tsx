import MailCheck from "icons:mail-check";
import MailX from "icons:mail-x";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { ConfirmedAddressChange } from "../../../worker/accounts/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useLinkToken } from "../../lib/addresses/use-link-token.ts";
import { usePage } from "../../lib/page/page.ts";
import { confirmAddressChange, refuseAddressChange } from "../../lib/server/queries/account.ts";
import { buttonClass } from "../../ui/button.tsx";
import { LinkQuestion, Outcome } from "./link-question.tsx";
import { useTexts } from "./texts.ts";

export function ConfirmAddressPage() {
	const t = useTexts();
	usePage(t("auth.addressTitle"));
	const token = useLinkToken();
	return <Question key={token} token={token} />;
}

function Question({ token }: { token: string | null }) {
	const t = useTexts();
	const [answer, setAnswer] = useState<ConfirmedAddressChange | "refused" | null>(null);
	return (
		<LinkQuestion
			title={t("auth.addressTitle")}
			text={t(token ? "auth.addressLead" : "auth.addressNoToken")}
			answers={
				token
					? [
							{
								label: t("auth.addressAgree"),
								tone: "primary",
								send: async () => setAnswer(await confirmAddressChange(token)),
							},
							{
								label: t("auth.addressObject"),
								async send() {
									await refuseAddressChange(token);
									setAnswer("refused");
								},
							},
						]
					: []
			}
			busy={t("auth.addressWorking")}
			failed={t("auth.addressFailed")}
			outcome={
				answer === "refused" ? (
					<Outcome
						icon={MailX}
						title={t("auth.addressRefused")}
						action={
							<Link to={paths.resetPassword} className={buttonClass("primary")}>
								{t("auth.addressReset")}
							</Link>
						}
					>
						{t("auth.addressRefusedText")}
					</Outcome>
				) : (
					answer && (
						<Outcome
							icon={MailCheck}
							title={t(answer.done ? "auth.addressDone" : "auth.addressWaitsOld")}
						>
							{t(answer.done ? "auth.addressDoneText" : "auth.addressWaitsOldText")}
						</Outcome>
					)
				)
			}
		/>
	);
}
