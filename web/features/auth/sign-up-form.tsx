import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { User } from "../../../worker/accounts/contract.ts";
import { MIN_PASSWORD_LENGTH } from "../../../worker/contract/constants.ts";
import type { PlanId } from "../../../worker/contract/plans.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useChallenge } from "../../lib/forms/use-challenge.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { signUp } from "../../lib/server/queries/session.ts";
import { ChallengeBox } from "../../shared/challenge-box.tsx";
import { PasswordField } from "../../shared/password-field.tsx";
import { TextField } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.ts";
import { PlanChoice } from "./plan-choice.tsx";
import { useTexts } from "./texts.ts";

export function SignUpForm({ onDone }: { onDone: (user: User, plan: PlanId) => void }) {
	const t = useTexts();
	const [query] = useSearchParams();
	const [plan, setPlan] = useState<PlanId>(query.get("next") === paths.subscribe ? "pro" : "free");
	const challenge = useChallenge("register");
	const form = useForm({
		schema: async () => (await import("../../../worker/accounts/contract.ts")).registerInput,
		extra: { plan },
		async submit(json) {
			const user = await signUp(json, challenge.headers());
			toast({ tone: "good", title: t("auth.accountCreated"), text: t("auth.welcome") });
			onDone(user, json.plan);
		},
	});
	return (
		<Form
			of={form}
			action={t("auth.createAccount")}
			busy={t("auth.creatingAccount")}
			failed={t("auth.registrationFailed")}
			className="flex flex-col gap-4"
			footer={
				<div className="flex flex-col gap-2 text-13 text-muted">
					<p>
						{t.rich("auth.agree", {
							terms: <Link className="prose-link" to={paths.terms} />,
							privacy: <Link className="prose-link" to={paths.privacy} />,
						})}
					</p>
					<p>{t("auth.directNote")}</p>
				</div>
			}
		>
			<TextField label={t("auth.email")} name="email" type="email" autoComplete="email" required />
			<PasswordField
				label={t("auth.password")}
				name="password"
				autoComplete="new-password"
				required
				minLength={MIN_PASSWORD_LENGTH}
				hint={t("auth.passwordHint", { n: MIN_PASSWORD_LENGTH })}
			/>
			<PlanChoice value={plan} onChange={setPlan} error={form.errors.plan} />
			<Fold title={t("auth.addName")}>
				<div className="grid gap-5 pt-2 sm:grid-cols-2">
					<TextField label={t("auth.firstName")} name="firstName" autoComplete="given-name" />
					<TextField label={t("auth.lastName")} name="lastName" autoComplete="family-name" />
				</div>
			</Fold>
			<ChallengeBox challenge={challenge} away={t("auth.challengeAway")} />
		</Form>
	);
}
