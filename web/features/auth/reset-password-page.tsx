import MailCheck from "icons:mail-check";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { forgotPasswordInput, resetPasswordInput } from "../../../worker/accounts/contract.ts";
import { MIN_PASSWORD_LENGTH } from "../../../worker/contract/constants.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useLinkToken } from "../../lib/addresses/use-link-token.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { usePage } from "../../lib/page/page.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import { forgotPassword, resetPassword } from "../../lib/server/queries/account.ts";
import { PasswordField } from "../../shared/password-field.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { toast, toastFailure } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

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
	const form = useForm({
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
		<Form
			of={form}
			action={t("auth.sendLink")}
			busy={t("auth.sendingLink")}
			failed={t("auth.forgotFailed")}
			footer={back}
		>
			<h1 className="text-28">{t("auth.forgotTitle")}</h1>
			<p className="text-muted">{t("auth.forgotLead")}</p>
			<TextField
				label={t("auth.email")}
				name="email"
				type="email"
				autoComplete="username"
				required
			/>
		</Form>
	);
}

function NewPassword({ token, onSpent }: { token: string; onSpent: () => void }) {
	const t = useTexts();
	usePage(t("auth.resetTitle"));
	const navigate = useNavigate();
	const form = useForm({
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
			toastFailure(t("auth.resetFailed"), error);
			return "told";
		},
	});
	return (
		<Form
			of={form}
			action={t("auth.savePassword")}
			busy={t("auth.savingPassword")}
			failed={t("auth.resetFailed")}
		>
			<h1 className="text-28">{t("auth.resetTitle")}</h1>
			<p className="text-muted">{t("auth.resetLead")}</p>
			<PasswordField
				label={t("auth.newPassword")}
				name="password"
				autoComplete="new-password"
				required
				minLength={MIN_PASSWORD_LENGTH}
				hint={t("auth.passwordHint", { n: MIN_PASSWORD_LENGTH })}
			/>
		</Form>
	);
}
