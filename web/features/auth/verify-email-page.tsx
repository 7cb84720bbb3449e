import MailCheck from "icons:mail-check";
import { useState } from "react";
import { useLinkToken } from "../../lib/addresses/use-link-token.ts";
import { usePage } from "../../lib/page/page.ts";
import { verifyEmail } from "../../lib/server/queries/account.ts";
import { LinkQuestion, Outcome } from "./link-question.tsx";
import { useTexts } from "./texts.ts";

export function VerifyEmailPage() {
	const t = useTexts();
	usePage(t("auth.verifyTitle"));
	const token = useLinkToken();
	const [isDone, setDone] = useState(false);
	async function send() {
		await verifyEmail(token ?? "");
		setDone(true);
	}
	return (
		<LinkQuestion
			title={t("auth.verifyTitle")}
			text={t(token ? "auth.verifyLead" : "auth.verifyNoToken")}
			answers={token ? [{ label: t("auth.verify"), tone: "primary", send }] : []}
			busy={t("auth.verifying")}
			failed={t("auth.verifyFailed")}
			outcome={
				isDone && (
					<Outcome icon={MailCheck} title={t("auth.verified")}>
						{t("auth.verifiedText")}
					</Outcome>
				)
			}
		/>
	);
}
