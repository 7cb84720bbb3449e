import { useState } from "react";
import {
	confirmByCodeInput,
	type TotpSetup,
	totpCodeInput,
	totpSetupInput,
} from "../../../worker/accounts/contract.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { confirmTotp, disableTotp, setUpTotp } from "../../lib/server/queries/account.ts";
import { refreshSession } from "../../lib/server/queries/session.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { toast } from "../../ui/toast.ts";
import { OwnPassword } from "./confirmation.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { useTexts } from "./texts.ts";
import { VerifyFirst } from "./verify-first.tsx";

export function TotpCard() {
	const t = useTexts();
	const { totpEnabled, emailVerified } = useCreator();
	const [dialog, setDialog] = useState<"on" | "off" | null>(null);
	return (
		<Card
			id="totp"
			title={t("settings.totp")}
			lead={t("settings.totpText")}
			action={
				<Badge tone={totpEnabled ? "good" : "neutral"}>
					{t(totpEnabled ? "settings.totpOn" : "settings.totpOff")}
				</Badge>
			}
		>
			{emailVerified || totpEnabled ? (
				<Button onClick={() => setDialog(totpEnabled ? "off" : "on")}>
					{t(totpEnabled ? "settings.totpTurnOff" : "settings.totpSetUp")}
				</Button>
			) : (
				<VerifyFirst>{t("settings.verifyTotp")}</VerifyFirst>
			)}
			{dialog === "on" && <SetUpDialog onClose={() => setDialog(null)} />}
			{dialog === "off" && <OffDialog onClose={() => setDialog(null)} />}
		</Card>
	);
}

type Props = { onClose: () => void };

function OffDialog({ onClose }: Props) {
	const t = useTexts();
	const form = useForm({
		schema: confirmByCodeInput,
		async submit(json) {
			await disableTotp(json);
			onClose();
			toast({ title: t("settings.totpIsOff") });
			await refreshSession();
		},
	});
	return (
		<FormDialog
			of={form}
			onClose={onClose}
			title={t("settings.totpOffTitle")}
			action={t("settings.totpTurnOff")}
			tone="danger"
		>
			<p className="text-muted">{t("settings.totpOffText")}</p>
			<TextField label={t("settings.totpCode")} name="code" autoComplete="one-time-code" required />
		</FormDialog>
	);
}

function SetUpDialog({ onClose }: Props) {
	const t = useTexts();
	const [setup, setSetup] = useState<TotpSetup | null>(null);
	const [codes, setCodes] = useState<string[] | null>(null);
	const form = useForm({
		schema: totpSetupInput,
		submit: async (json) => setSetup(await setUpTotp(json)),
	});
	function finish() {
		void refreshSession();
		onClose();
	}
	function show(issued: string[]) {
		if (issued.length > 0) return setCodes(issued);
		// The passkey's recovery codes still apply.
		toast({ tone: "good", title: t("settings.totpIsOn") });
		finish();
	}
	if (codes) return <RecoveryCodes codes={codes} onClose={finish} />;
	if (setup) return <FirstCode setup={setup} onDone={show} onClose={onClose} />;
	return (
		<FormDialog
			of={form}
			onClose={onClose}
			title={t("settings.totpTitle")}
			action={t("settings.totpContinue")}
		>
			<OwnPassword />
		</FormDialog>
	);
}

function FirstCode({
	setup,
	onDone,
	onClose,
}: Props & { setup: TotpSetup; onDone: (codes: string[]) => void }) {
	const t = useTexts();
	const form = useForm({
		schema: totpCodeInput,
		submit: async (json) => onDone((await confirmTotp(json)).recoveryCodes),
	});
	return (
		<FormDialog
			of={form}
			onClose={onClose}
			title={t("settings.totpTitle")}
			action={t("settings.totpConfirm")}
		>
			<p className="text-muted">{t("settings.totpScan")}</p>
			<QrCode link={setup.uri} alt={t("settings.totpQr")} size={220} className="mx-auto" />
			<div>
				<p className="text-13 text-muted">{t("settings.totpSecret")}</p>
				<p className="break-all font-mono">{setup.secret}</p>
			</div>
			<TextField
				label={t("settings.totpCode")}
				name="code"
				inputMode="numeric"
				autoComplete="one-time-code"
				maxLength={6}
				required
			/>
		</FormDialog>
	);
}
