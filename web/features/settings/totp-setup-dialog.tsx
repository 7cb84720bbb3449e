import { useMemo, useState } from "react";
import { renderSVG } from "uqr";
import {
	type TotpSetup,
	totpCodeInput,
	totpSetupInput,
} from "../../../worker/contract/accounts/accounts.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { confirmTotp, setUpTotp } from "../../lib/server/queries/account.ts";
import { refreshSession } from "../../lib/server/queries/session.ts";
import { PasswordField } from "../../shared/password-field.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { useTexts } from "./texts.ts";

/** Password, then the app's first code, then the recovery codes, which are shown once. */
export default function TotpSetupDialog({ onClose }: { onClose: () => void }) {
	const t = useTexts();
	const [setup, setSetup] = useState<TotpSetup | null>(null);
	const [codes, setCodes] = useState<string[] | null>(null);
	function finish() {
		if (codes) void refreshSession();
		onClose();
	}
	function show(issued: string[]) {
		if (issued.length > 0) return setCodes(issued);
		// The passkey's recovery codes still apply.
		toast({ tone: "good", title: t("settings.totpIsOn") });
		void refreshSession();
		onClose();
	}
	return (
		<Dialog
			open
			onClose={finish}
			title={t(codes ? "settings.totpRecoveryTitle" : "settings.totpTitle")}
			closeLabel={t("settings.close")}
		>
			{codes ? (
				<RecoveryCodes codes={codes} onDone={finish} />
			) : setup ? (
				<FirstCode setup={setup} onDone={show} />
			) : (
				<PasswordForm onDone={setSetup} />
			)}
		</Dialog>
	);
}

function PasswordForm({ onDone }: { onDone: (setup: TotpSetup) => void }) {
	const t = useTexts();
	const { errors, pending, failure, onSubmit } = useForm({
		schema: totpSetupInput,
		submit: async (json) => onDone(await setUpTotp(json)),
	});
	return (
		<form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
			<FailedAlert failure={failure} fallback={t("settings.tryAgain")} />
			<PasswordField
				label={t("settings.totpPassword")}
				name="password"
				autoComplete="current-password"
				required
				error={errors.password}
				showLabel={t("settings.showPassword")}
				hideLabel={t("settings.hidePassword")}
			/>
			<Button type="submit" tone="primary" pending={pending && t("settings.totpWorking")}>
				{t("settings.totpContinue")}
			</Button>
		</form>
	);
}

function FirstCode({ setup, onDone }: { setup: TotpSetup; onDone: (codes: string[]) => void }) {
	const t = useTexts();
	const { errors, pending, failure, onSubmit } = useForm({
		schema: totpCodeInput,
		async submit(json) {
			onDone((await confirmTotp(json)).recoveryCodes);
		},
	});
	const image = useMemo(
		() => `data:image/svg+xml,${encodeURIComponent(renderSVG(setup.uri, { border: 2 }))}`,
		[setup.uri],
	);
	return (
		<form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
			<p className="text-muted">{t("settings.totpScan")}</p>
			<img
				src={image}
				alt={t("settings.totpQr")}
				width={220}
				height={220}
				className="mx-auto rounded-control bg-white"
			/>
			<div>
				<p className="text-13 text-muted">{t("settings.totpSecret")}</p>
				<p className="break-all font-mono">{setup.secret}</p>
			</div>
			<FailedAlert failure={failure} fallback={t("settings.tryAgain")} />
			<TextField
				label={t("settings.totpCode")}
				name="code"
				inputMode="numeric"
				autoComplete="one-time-code"
				maxLength={6}
				required
				error={errors.code}
			/>
			<Button type="submit" tone="primary" pending={pending && t("settings.totpWorking")}>
				{t("settings.totpConfirm")}
			</Button>
		</form>
	);
}
