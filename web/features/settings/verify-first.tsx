import { type ReactNode, useEffect, useState } from "react";
import { sendVerification } from "../../lib/server/queries/account.ts";
import { refreshSession } from "../../lib/server/queries/session.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { useAction } from "../../ui/use-action.ts";
import { useTexts } from "./texts.ts";

/** Replaces forms that require a confirmed address; revalidates when the user returns from their mailbox. */
export function VerifyFirst({ children }: { children: ReactNode }) {
	const t = useTexts();
	const { email } = useCreator();
	const [isSent, setSent] = useState(false);
	const { pending, run } = useAction(async () => {
		await sendVerification();
		setSent(true);
		toast({ tone: "good", title: t("settings.verifySent") });
	}, t("settings.verifyFailed"));
	useEffect(() => {
		const refresh = () => void refreshSession();
		window.addEventListener("focus", refresh);
		return () => window.removeEventListener("focus", refresh);
	}, []);
	return (
		<Alert
			tone="warning"
			title={t("settings.verifyTitle")}
			action={
				!isSent && (
					<Button
						tone="primary"
						size="sm"
						pending={pending && t("settings.verifySending")}
						onClick={run}
					>
						{t("settings.verifyAction")}
					</Button>
				)
			}
		>
			{children} {t("settings.verifyText", { email })}
		</Alert>
	);
}
