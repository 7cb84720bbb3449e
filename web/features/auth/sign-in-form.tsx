import KeyRound from "icons:key-round";
import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { User } from "../../../worker/contract/accounts/accounts.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { useHydrated } from "../../lib/page/use-hydrated.ts";
import { signIn } from "../../lib/server/queries/session.ts";
import { knowsPasskeys, passkeyProblem } from "../../lib/session/passkeys.ts";
import { PasswordField } from "../../shared/password-field.tsx";
import { Button } from "../../ui/button.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { type AskedStep, passkeyFor, secondStepIn } from "./second-step.ts";
import { SecondStepFields } from "./second-step-fields.tsx";
import { useTexts } from "./texts.ts";
import { usePasskeySignIn } from "./use-passkey-sign-in.ts";

type Props = {
	onDone: (user: User) => void;
	/** the account to sign in to again; any account if omitted */
	email?: string;
};

/**
 * Email and password, then the second factor if the account has one; or a passkey alone, unless an account
 * is given.
 */
export function SignInForm({ onDone, email }: Props) {
	const t = useTexts();
	const [step, setStep] = useState<AskedStep | null>(null);
	// Set by the second step's passkey button, which submits the form without a code.
	const usesPasskey = useRef(false);
	// The server's HTML has the button, which works in nearly every browser, so that nothing moves.
	const canUsePasskeys = !useHydrated() || knowsPasskeys();
	function enter(user: User) {
		toast({ tone: "good", title: t("auth.welcomeBack"), text: t("auth.loggedIn") });
		onDone(user);
	}
	const { errors, pending, failure, setFailure, onSubmit } = useForm({
		schema: async () => (await import("../../../worker/contract/accounts/accounts.ts")).loginInput,
		async submit({ code, ...account }) {
			const byPasskey = usesPasskey.current;
			usesPasskey.current = false;
			const second = byPasskey
				? { passkey: await passkeyFor(account, step) }
				: { ...(code !== undefined && { code }) };
			enter(await signIn({ ...account, ...second }));
		},
		onFailure(error) {
			const asked = secondStepIn(error);
			if (asked) setStep(asked);
			return asked || passkeyProblem(error) === "cancelled" ? "told" : undefined;
		},
	});
	const passkey = usePasskeySignIn({
		offers: canUsePasskeys && email === undefined && step === null,
		onDone: enter,
		onFailure: (error) => passkeyProblem(error) !== "cancelled" && setFailure(error),
	});
	const isAsked = step !== null;
	return (
		<form method="post" onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
			<TextField
				label={t("auth.email")}
				name="email"
				type="email"
				autoComplete={email === undefined ? "username webauthn" : "username"}
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
			{step && (
				<SecondStepFields
					step={step}
					error={errors.code}
					onPasskey={() => {
						usesPasskey.current = true;
					}}
				/>
			)}
			<FailedAlert failure={failure} title={t("auth.loginFailed")} fallback={t("auth.tryAgain")} />
			<Button
				type="submit"
				tone="primary"
				className="w-full"
				pending={pending && t("auth.signingIn")}
				onClick={() => {
					usesPasskey.current = false;
				}}
			>
				{t("auth.signIn")}
			</Button>
			{email === undefined && !isAsked && canUsePasskeys && (
				<Button
					className="w-full"
					icon={<Icon of={KeyRound} />}
					pending={passkey.pending && t("auth.signingIn")}
					onClick={passkey.run}
				>
					{t("auth.withPasskey")}
				</Button>
			)}
			{email === undefined && (
				<Link to={paths.resetPassword} className="prose-link self-center">
					{t("auth.forgot")}
				</Link>
			)}
		</form>
	);
}
