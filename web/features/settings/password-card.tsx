import { changePasswordInput } from "../../../worker/accounts/contract.ts";
import { MIN_PASSWORD_LENGTH } from "../../../worker/contract/constants.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { changePassword, refreshSessions } from "../../lib/server/queries/account.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { PasswordField } from "../../shared/password-field.tsx";
import { Card } from "../../ui/card.tsx";
import { CheckField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.ts";
import { refreshAccessTokens, useAccessTokens } from "./queries/access-tokens.ts";
import { useTexts } from "./texts.ts";

export function PasswordCard() {
	const t = useTexts();
	const user = useCreator();
	const { data } = useAccessTokens();
	const form = useForm({
		schema: changePasswordInput,
		async submit(json, element) {
			await changePassword(json);
			element.reset();
			toast({ tone: "good", title: t("settings.passwordChanged") });
			await Promise.all([refreshSessions(), refreshAccessTokens()]);
		},
	});
	return (
		<Card id="password" title={t("settings.password")} lead={t("settings.passwordText")}>
			<Form
				of={form}
				isWide
				action={t("settings.changePassword")}
				busy={t("settings.saving")}
				failed={t("settings.passwordFailed")}
			>
				{/* For password managers: the account that the password belongs to. */}
				<input type="hidden" name="username" autoComplete="username" value={user.email} />
				<PasswordField
					label={t("settings.currentPassword")}
					name="currentPassword"
					autoComplete="current-password"
					required
				/>
				<PasswordField
					label={t("settings.newPassword")}
					name="password"
					autoComplete="new-password"
					required
					hint={t("settings.passwordHint", { n: MIN_PASSWORD_LENGTH })}
				/>
				{data && data.tokens.length > 0 && (
					<CheckField name="endTokens" label={t("settings.endTokens")} className="sm:col-span-2" />
				)}
			</Form>
		</Card>
	);
}
