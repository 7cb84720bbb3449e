import MailCheck from "icons:mail-check";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import {
	forgotPasswordInput,
	resetPasswordInput,
} from "../../../worker/contract/accounts/accounts.ts";
import { MIN_PASSWORD_LENGTH } from "../../../worker/contract/constants.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useLinkToken } from "../../lib/addresses/use-link-token.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { usePage } from "../../lib/page/page.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import { forgotPassword, resetPassword } from "../../lib/server/queries/account.ts";
import { PasswordField } from "../../shared/password-field.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

/** With a mailed token, a form for a new password; without, a form to request that mail. */
export function ResetPasswordPage() {
	const token = useLinkToken();
	const [isSpent, setSpent] = useState(false);
	return (
		<div className="gutters max-w-lg py-12">
			<Card>
				{token && !isSpent ? (
					<NewPassword token={token} onSpent={() => setSpent(true)} />
				) : (
					<RequestLinkForm />
				)}
			</Card>
		</div>
	);
}

function RequestLinkForm() {
	const t = useTexts();
	usePage(t("auth.forgotTitle"));
	const [sentTo, setSentTo] = useState<string | null>(null);
	const { errors, pending, failure, onSubmit } = useForm({
		schema: forgotPasswordInput,
		async submit(json) {
			await forgotPassword(json);
			setSentTo(json.email);
		},
	});
	const back = (
		<Link to={paths.auth} className={buttonClass("plain")}>
			{t("auth.backToSignIn")}
		</Link>
	);
	if (sentTo)
		return (
			<div role="status">
				<EmptyState level="h1" icon={MailCheck} title={t("auth.sentTitle")} action={back}>
					{t("auth.sentText", { email: sentTo })}
				</EmptyState>
			</div>
		);
	return (
		<form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
			<h1 className="text-28">{t("auth.forgotTitle")}</h1>
			<p className="text-muted">{t("auth.forgotLead")}</p>
			<TextField
				label={t("auth.email")}
				name="email"
				type="email"
				autoComplete="username"
				required
				error={errors.email}
			/>
			<FailedAlert failure={failure} title={t("auth.forgotFailed")} fallback={t("auth.tryAgain")} />
			<Button type="submit" tone="primary" pending={pending && t("auth.sendingLink")}>
				{t("auth.sendLink")}
			</Button>
			{back}
		</form>
	);
}

function NewPassword({ token, onSpent }: { token: string; onSpent: () => void }) {
	const t = useTexts();
	usePage(t("auth.resetTitle"));
	const navigate = useNavigate();
	const { errors, pending, failure, onSubmit } = useForm({
		schema: resetPasswordInput,
		extra: { token },
		async submit(json) {
			await resetPassword(json);
			toast({ tone: "good", title: t("auth.resetDone"), text: t("auth.resetDoneText") });
			navigate(paths.auth, { replace: true });
		},
		onFailure(error) {
			if (!(error instanceof ApiFailure && error.code === "token.not_found")) return;
			onSpent();
			toast({
				tone: "destructive",
				title: t("auth.resetFailed"),
				text: failureText(error, t("auth.tryAgain")),
			});
			return "told";
		},
	});
	return (
		<form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
			<h1 className="text-28">{t("auth.resetTitle")}</h1>
			<p className="text-muted">{t("auth.resetLead")}</p>
			<PasswordField
				label={t("auth.newPassword")}
				name="password"
				autoComplete="new-password"
				required
				minLength={MIN_PASSWORD_LENGTH}
				hint={t("auth.passwordHint", { n: MIN_PASSWORD_LENGTH })}
				error={errors.password}
				showLabel={t("auth.showPassword")}
				hideLabel={t("auth.hidePassword")}
			/>
			<FailedAlert failure={failure} title={t("auth.resetFailed")} fallback={t("auth.tryAgain")} />
			<Button type="submit" tone="primary" pending={pending && t("auth.savingPassword")}>
				{t("auth.savePassword")}
			</Button>
		</form>
	);
}
