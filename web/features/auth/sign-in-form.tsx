import KeyRound from "icons:key-round";
import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { User } from "../../../worker/accounts/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { useHydrated } from "../../lib/page/use-hydrated.ts";
import { signIn } from "../../lib/server/queries/session.ts";
import { knowsPasskeys, passkeyProblem } from "../../lib/session/passkeys.ts";
import { PasswordField } from "../../shared/password-field.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { passkeyFor, type RequiredStep, SecondStepFields, secondStepIn } from "./second-step.tsx";
import { useTexts } from "./texts.ts";
import { usePasskeySignIn } from "./use-passkey-sign-in.ts";

type Props = {
	onDone: (user: User) => void;
	email?: string;
};

/** Email and password, then the second factor; or a passkey alone, unless an account is given. */
export function SignInForm({ onDone, email }: Props) {
	const t = useTexts();
	const [step, setStep] = useState<RequiredStep | null>(null);
	// Set by the second step's passkey button, which submits the form without a code.
	const usesPasskey = useRef(false);
	// The server's HTML has the button, which works in nearly every browser, so that nothing moves.
	const canUsePasskeys = !useHydrated() || knowsPasskeys();
	function enter(user: User) {
		toast({ tone: "good", title: t("auth.welcomeBack"), text: t("auth.loggedIn") });
		onDone(user);
	}
	const form = useForm({
		schema: async () => (await import("../../../worker/accounts/contract.ts")).loginInput,
		async submit({ code, ...account }) {
			const byPasskey = usesPasskey.current;
			usesPasskey.current = false;
			const second = byPasskey
				? { passkey: await passkeyFor(account, step) }
				: { ...(code !== undefined && { code }) };
			enter(await signIn({ ...account, ...second }));
		},
		onFailure(error) {
			const requiredStep = secondStepIn(error);
			if (requiredStep) setStep(requiredStep);
			return requiredStep || passkeyProblem(error) === "cancelled" ? "told" : undefined;
		},
	});
	const passkey = usePasskeySignIn({
		offers: canUsePasskeys && email === undefined && step === null,
		onDone: enter,
		onFailure: (error) => passkeyProblem(error) !== "cancelled" && form.setFailure(error),
	});
	return (
		<Form of={{ ...form, failure: null }}>
			<TextField
				label={t("auth.email")}
				name="email"
				type="email"
				autoComplete={email === undefined ? "username webauthn" : "username"}
				required
				readOnly={email !== undefined}
				defaultValue={email}
			/>
			<PasswordField
				label={t("auth.password")}
				name="password"
				autoComplete="current-password"
				required
			/>
			{step && (
				<SecondStepFields
					step={step}
					onPasskey={() => {
						usesPasskey.current = true;
					}}
				/>
			)}
			<FailedAlert failure={form.failure} title={t("auth.loginFailed")} />
			<Button
				type="submit"
				tone="primary"
				className="w-full"
				pending={form.pending && t("auth.signingIn")}
				onClick={() => {
					usesPasskey.current = false;
				}}
			>
				{t("auth.signIn")}
			</Button>
			{email === undefined && !step && canUsePasskeys && (
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
		</Form>
	);
}

type DialogProps = { email: string; onDone: (user: User) => void; onClose: () => void };

export function SignInDialog({ onClose, ...form }: DialogProps) {
	const t = useTexts();
	return (
		<Dialog onClose={onClose} title={t("auth.againTitle")}>
			<p className="mb-5 text-muted">{t("auth.againText")}</p>
			<SignInForm {...form} />
		</Dialog>
	);
}
