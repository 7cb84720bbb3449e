import { type FormEvent, useState } from "react";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { MAX_CONFIRMATION_CODE } from "../../../worker/contract/constants.ts";
import type { ConsentAsked } from "../../../worker/customers/withdrawal/contract.ts";
import type { ConfirmDirectResponse } from "../../../worker/payments/direct/contract/direct.ts";
import { confirmDirectInput } from "../../../worker/payments/direct/contract/direct.ts";
import { askedConsent, consentTo } from "../../lib/buying/consent.ts";
import { givenTerms, type Terms } from "../../lib/buying/use-terms.ts";
import { useChallenge } from "../../lib/forms/use-challenge.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { ChallengeBox } from "../../shared/challenge-box.tsx";
import { ConsentBox } from "../../shared/consent-form.tsx";
import { Button } from "../../ui/button.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { confirmDirectPayment } from "./queries.ts";
import { useTexts } from "./texts.ts";

type Props = {
	slug: string;
	terms: Terms;
	files: readonly ShareFile[];
	/** submitted before, or from the checkout */
	email: string | null;
	/** the receipt is mailed */
	mailsReceipt: boolean;
	/** the link's provider; null for Cash App */
	linkBy: string | null;
	onSubmitted: (submitted: ConfirmDirectResponse & { email: string }) => void;
};

export function ConfirmForm({
	slug,
	terms,
	files,
	email,
	mailsReceipt,
	linkBy,
	onSubmitted,
}: Props) {
	const t = useTexts();
	const [isFilled, setFilled] = useState(false);
	// If consent is required only now.
	const [asked, setAsked] = useState<ConsentAsked | null>(null);
	const challenge = useChallenge("claim");
	const { errors, pending, failure, onSubmit } = useForm({
		schema: confirmDirectInput.omit({ consent: true, amount: true, checkout: true }),
		extra: { shareId: slug },
		async submit(json, form) {
			const isAgreed = asked && new FormData(form).has("consent");
			const consent = isAgreed ? consentTo(asked) : undefined;
			const { code: _, ...begunTerms } = givenTerms(terms, files);
			const response = await confirmDirectPayment(
				{ ...json, consent, ...begunTerms },
				challenge.headers(),
			);
			onSubmitted({ ...response, email: json.buyerEmail });
		},
		onFailure(error) {
			const text = askedConsent(error);
			if (!text) return;
			setAsked(text);
			return "told";
		},
	});

	function onInput(event: FormEvent<HTMLFormElement>) {
		const values = [...new FormData(event.currentTarget).values()];
		setFilled(values.every((value) => typeof value === "string" && value.trim() !== ""));
	}

	return (
		<form onSubmit={onSubmit} onInput={onInput} noValidate className="grid gap-5">
			<TextField
				label={t("direct.email")}
				hint={t(mailsReceipt ? "direct.emailHint" : "direct.emailHintFind")}
				error={errors.buyerEmail}
				name="buyerEmail"
				type="email"
				inputMode="email"
				autoComplete="email"
				defaultValue={email ?? ""}
				required
			/>
			<TextField
				label={t("direct.code")}
				hint={linkBy ? t("direct.codeHintLink", { way: linkBy }) : t("direct.codeHint")}
				error={errors.confirmationCode}
				name="confirmationCode"
				autoComplete="off"
				autoCapitalize="characters"
				spellCheck={false}
				maxLength={MAX_CONFIRMATION_CODE}
				required
			/>
			{asked && <ConsentBox asked={asked} error={errors.consent} />}
			<FailedAlert
				failure={failure}
				title={t("direct.confirmFailed")}
				fallback={t("direct.tryAgain")}
			/>
			<ChallengeBox challenge={challenge} away={t("direct.challengeAway")} />
			<Button
				type="submit"
				tone="primary"
				size="lg"
				className="w-full"
				disabled={!isFilled}
				pending={pending && t("direct.confirming")}
			>
				{t("direct.confirm")}
			</Button>
			<p className="text-13 text-muted">{t("direct.whatNext")}</p>
		</form>
	);
}
