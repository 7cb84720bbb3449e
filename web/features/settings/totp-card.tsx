import { lazy, Suspense, useState } from "react";
import { useCreator } from "../../lib/session/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { useTexts } from "./texts.ts";
import { VerifyFirst } from "./verify-first.tsx";

const TotpSetupDialog = lazy(() => import("./totp-setup-dialog.tsx"));
const TotpOffDialog = lazy(() => import("./totp-off-dialog.tsx"));

export function TotpCard() {
	const t = useTexts();
	const { totpEnabled, emailVerified } = useCreator();
	const [dialog, setDialog] = useState<"on" | "off" | null>(null);
	return (
		<Card aria-labelledby="totp">
			<CardHead
				id="totp"
				title={t("settings.totp")}
				action={
					<Badge tone={totpEnabled ? "good" : "neutral"}>
						{t(totpEnabled ? "settings.totpOn" : "settings.totpOff")}
					</Badge>
				}
			>
				{t("settings.totpText")}
			</CardHead>
			{emailVerified || totpEnabled ? (
				<Button onClick={() => setDialog(totpEnabled ? "off" : "on")}>
					{t(totpEnabled ? "settings.totpTurnOff" : "settings.totpSetUp")}
				</Button>
			) : (
				<VerifyFirst>{t("settings.verifyTotp")}</VerifyFirst>
			)}
			<Suspense>
				{dialog === "on" && <TotpSetupDialog onClose={() => setDialog(null)} />}
				{dialog === "off" && <TotpOffDialog onClose={() => setDialog(null)} />}
			</Suspense>
		</Card>
	);
}
