import { changePasswordInput } from "../../../worker/contract/accounts/accounts.ts";
import { MIN_PASSWORD_LENGTH } from "../../../worker/contract/constants.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { refreshAccessTokens, useAccessTokens } from "../../lib/server/queries/access-tokens.ts";
import { changePassword, refreshSessions } from "../../lib/server/queries/account.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { PasswordField } from "../../shared/password-field.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { CheckField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

/** Ends the other sessions. */
export function PasswordCard() {
	const t = useTexts();
	const user = useCreator();
	const { data } = useAccessTokens();
	const hasTokens = data !== undefined && data.tokens.length > 0;
	const { errors, pending, failure, onSubmit } = useForm({
		schema: changePasswordInput,
		async submit(json, form) {
			await changePassword(json);
			form.reset();
			toast({ tone: "good", title: t("settings.passwordChanged") });
			await Promise.all([refreshSessions(), refreshAccessTokens()]);
		},
	});
	const labels = {
		showLabel: t("settings.showPassword"),
		hideLabel: t("settings.hidePassword"),
	};
	return (
		<Card aria-labelledby="password">
			<CardHead id="password" title={t("settings.password")}>
				{t("settings.passwordText")}
			</CardHead>
			<form onSubmit={onSubmit} noValidate className="grid gap-5 sm:grid-cols-2">
				{/* Tells password managers which account the password belongs to. */}
				<input type="hidden" name="username" autoComplete="username" value={user.email} />
				<PasswordField
					label={t("settings.currentPassword")}
					name="currentPassword"
					autoComplete="current-password"
					required
					error={errors.currentPassword}
					{...labels}
				/>
				<PasswordField
					label={t("settings.newPassword")}
					name="password"
					autoComplete="new-password"
					required
					hint={t("settings.passwordHint", { n: MIN_PASSWORD_LENGTH })}
					error={errors.password}
					{...labels}
				/>
				{hasTokens && (
					<div className="sm:col-span-2">
						<CheckField name="endTokens" label={t("settings.endTokens")} />
					</div>
				)}
				<FailedAlert
					failure={failure}
					title={t("settings.passwordFailed")}
					fallback={t("settings.tryAgain")}
					className="sm:col-span-2"
				/>
				<div>
					<Button type="submit" tone="primary" pending={pending && t("settings.saving")}>
						{t("settings.changePassword")}
					</Button>
				</div>
			</form>
		</Card>
	);
}
