import type { Consent, ConsentAsked } from "../../worker/customers/withdrawal/contract.ts";
import { consentTo } from "../lib/buying/consent.ts";
import { useSubmit } from "../lib/forms/use-submit.ts";
import { useConsentTexts } from "../lib/texts/consent-texts.ts";
import { Button } from "../ui/button.tsx";
import { CheckField } from "../ui/field.tsx";

type Props = {
	asked: ConsentAsked;
	pending: boolean;
	onAgree: (consent: Consent) => void;
};

export function ConsentForm({ asked, pending, onAgree }: Props) {
	const t = useConsentTexts();
	const { errors, onSubmit } = useSubmit(async (form) => {
		if (!new FormData(form).has("consent")) return { consent: t("consent.required") };
		onAgree(consentTo(asked));
	});
	return (
		<form onSubmit={onSubmit} noValidate className="grid gap-5">
			<div>
				<h2 className="text-17">{t("consent.title")}</h2>
				<p className="mt-1 text-muted">{t("consent.why")}</p>
			</div>
			<ConsentBox asked={asked} error={errors.consent} />
			<Button
				type="submit"
				tone="primary"
				size="lg"
				className="w-full"
				pending={pending && t("consent.pending")}
			>
				{t("consent.continue")}
			</Button>
		</form>
	);
}

export function ConsentBox({ asked, error }: { asked: ConsentAsked; error: string | undefined }) {
	return (
		<CheckField
			name="consent"
			label={<span lang={asked.locale}>{asked.text}</span>}
			labelClass=""
			error={error}
			required
		/>
	);
}

export function ConsentNote({ asked }: { asked: ConsentAsked }) {
	const t = useConsentTexts();
	return (
		<p className="mt-4 text-13 text-muted" lang={asked.locale}>
			{t("consent.given", { text: asked.text })}
		</p>
	);
}
