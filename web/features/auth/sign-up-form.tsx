import { useState } from "react";
import { Link } from "react-router-dom";
import type { User } from "../../../worker/contract/accounts/accounts.ts";
import type { PlanId } from "../../../worker/contract/accounts/plans.ts";
import { MIN_PASSWORD_LENGTH } from "../../../worker/contract/constants.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useChallenge } from "../../lib/forms/use-challenge.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { signUp } from "../../lib/server/queries/session.ts";
import { ChallengeBox } from "../../shared/challenge-box.tsx";
import { PasswordField } from "../../shared/password-field.tsx";
import { Button } from "../../ui/button.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { PlanChoice } from "./plan-choice.tsx";
import { useTexts } from "./texts.ts";

/** Pro is paid for on the next screen. */
export function SignUpForm({ onDone }: { onDone: (user: User, plan: PlanId) => void }) {
	const t = useTexts();
	const [plan, setPlan] = useState<PlanId>("free");
	const challenge = useChallenge("register");
	const { errors, pending, failure, onSubmit } = useForm({
		schema: async () =>
			(await import("../../../worker/contract/accounts/accounts.ts")).registerInput,
		extra: { plan },
		async submit(json) {
			const user = await signUp(json, challenge.headers());
			toast({ tone: "good", title: t("auth.accountCreated"), text: t("auth.welcome") });
			onDone(user, json.plan);
		},
	});
	return (
		<form method="post" onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
			<div className="grid gap-5 sm:grid-cols-2">
				<TextField
					label={t("auth.firstName")}
					name="firstName"
					autoComplete="given-name"
					error={errors.firstName}
				/>
				<TextField
					label={t("auth.lastName")}
					name="lastName"
					autoComplete="family-name"
					error={errors.lastName}
				/>
			</div>
			<TextField
				label={t("auth.email")}
				name="email"
				type="email"
				autoComplete="email"
				required
				error={errors.email}
			/>
			<PasswordField
				label={t("auth.password")}
				name="password"
				autoComplete="new-password"
				required
				minLength={MIN_PASSWORD_LENGTH}
				hint={t("auth.passwordHint", { n: MIN_PASSWORD_LENGTH })}
				error={errors.password}
				showLabel={t("auth.showPassword")}
				hideLabel={t("auth.hidePassword")}
			/>
			<PlanChoice value={plan} onChange={setPlan} error={errors.plan} />
			<ChallengeBox challenge={challenge} away={t("auth.challengeAway")} />
			<FailedAlert
				failure={failure}
				title={t("auth.registrationFailed")}
				fallback={t("auth.tryAgain")}
			/>
			<Button
				type="submit"
				tone="primary"
				className="w-full"
				pending={pending && t("auth.creatingAccount")}
			>
				{t("auth.createAccount")}
			</Button>
			<p className="text-center text-13 text-muted">
				{t.rich("auth.agree", {
					terms: <Link className="prose-link" to={paths.terms} />,
					privacy: <Link className="prose-link" to={paths.privacy} />,
				})}
			</p>
		</form>
	);
}
