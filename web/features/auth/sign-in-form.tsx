import { useState } from "react";
import { Link } from "react-router-dom";
import type { User } from "../../../worker/contract/accounts.ts";
import { ApiFailure } from "../../lib/failure.ts";
import { paths } from "../../lib/paths.ts";
import { signIn } from "../../lib/queries/session.ts";
import { failureText } from "../../lib/server-texts.ts";
import { useForm } from "../../lib/use-form.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

type Props = {
	onDone: (user: User) => void;
	/** the account to sign in to again; omitted where any is allowed */
	email?: string;
};

/** E-mail and password, and the code of the authenticator app for accounts that have one. */
export function SignInForm({ onDone, email }: Props) {
	const t = useTexts();
	const [wantsCode, setWantsCode] = useState(false);
	const { errors, pending, onSubmit } = useForm({
		schema: async () => (await import("../../../worker/contract/accounts.ts")).loginInput,
		async submit(json) {
			const user = await signIn(json);
			toast({ tone: "good", title: t("auth.welcomeBack"), text: t("auth.loggedIn") });
			onDone(user);
		},
		onFailure(error) {
			if (error instanceof ApiFailure && error.code === "account.code_required" && !wantsCode) {
				setWantsCode(true);
				return;
			}
			toast({
				tone: "destructive",
				title: t("auth.loginFailed"),
				text: failureText(error, t("auth.tryAgain")),
			});
		},
	});
	return (
		<form method="post" onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
			<TextField
				label={t("auth.email")}
				name="email"
				type="email"
				autoComplete="username"
				required
				readOnly={email !== undefined}
				defaultValue={email}
				error={errors.email}
			/>
			<PasswordField
				label={t("auth.password")}
				name="password"
				autoComplete="current-password"
				required
				error={errors.password}
				showLabel={t("auth.showPassword")}
				hideLabel={t("auth.hidePassword")}
			/>
			{wantsCode && (
				<TextField
					label={t("auth.code")}
					name="code"
					autoComplete="one-time-code"
					required
					autoFocus
					error={errors.code}
				/>
			)}
			<Button
				type="submit"
				tone="primary"
				className="w-full"
				pending={pending && t("auth.signingIn")}
			>
				{t("auth.signIn")}
			</Button>
			{email === undefined && (
				<Link to={paths.resetPassword} className="prose-link self-center">
					{t("auth.forgot")}
				</Link>
			)}
		</form>
	);
}
