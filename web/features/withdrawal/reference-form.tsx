import { Link } from "react-router-dom";
import {
	type Withdrawal,
	withdrawByReferenceInput,
} from "../../../worker/customers/withdrawal/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useChallenge } from "../../lib/forms/use-challenge.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { withdrawByReference } from "../../lib/server/queries/purchases.ts";
import { ChallengeBox } from "../../shared/challenge-box.tsx";
import { Button } from "../../ui/button.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { useTexts } from "./texts.ts";

/** Only the purchase's holder is shown the consequences. */
export type Received = { at: string; email: string; withdrawal: Withdrawal | null };

export function ReferenceForm({ onDone }: { onDone: (received: Received) => void }) {
	const t = useTexts();
	const challenge = useChallenge("withdraw");
	const { errors, pending, failure, onSubmit } = useForm({
		schema: withdrawByReferenceInput,
		async submit(json) {
			const { receivedAt } = await withdrawByReference(json, challenge.headers());
			onDone({ at: receivedAt, email: json.email, withdrawal: null });
		},
	});
	return (
		<form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
			<p className="text-muted">
				{t.rich("withdrawal.pick", {
					purchases: <Link className="prose-link" to={paths.purchases} />,
				})}
			</p>
			<TextField
				label={t("withdrawal.name")}
				name="name"
				autoComplete="name"
				error={errors.name}
				required
			/>
			<TextField
				label={t("withdrawal.emailOfPurchase")}
				name="email"
				type="email"
				autoComplete="email"
				error={errors.email}
				required
			/>
			<TextField
				label={t("withdrawal.reference")}
				hint={t("withdrawal.referenceHint")}
				name="reference"
				autoComplete="off"
				autoCapitalize="characters"
				spellCheck={false}
				maxLength={20}
				error={errors.reference}
				required
			/>
			<p className="font-medium">{t("withdrawal.declaration")}</p>
			<ChallengeBox challenge={challenge} away={t("withdrawal.challengeAway")} />
			<FailedAlert
				failure={failure}
				title={t("withdrawal.failed")}
				fallback={t("withdrawal.tryAgain")}
			/>
			<Button type="submit" tone="primary" size="lg" pending={pending && t("withdrawal.sending")}>
				{t("withdrawal.confirm")}
			</Button>
		</form>
	);
}
