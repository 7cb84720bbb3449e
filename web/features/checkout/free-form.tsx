import Download from "icons:download";
import type { RefObject } from "react";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { getFreeInput } from "../../../worker/payments/checkout/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { announcePaid } from "../../lib/buying/announce-paid.ts";
import { announcePurchase } from "../../lib/buying/purchase-events.ts";
import { afterPaying, givenTerms, type Terms } from "../../lib/buying/use-terms.ts";
import { useChallenge } from "../../lib/forms/use-challenge.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import { getFree } from "../../lib/server/queries/checkout.ts";
import { ChallengeBox } from "../../shared/challenge-box.tsx";
import { Button } from "../../ui/button.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

export function FreeForm({
	page,
	terms,
	email,
}: {
	page: ShareResponse;
	terms: Terms;
	email: RefObject<string>;
}) {
	const t = useTexts();
	const { shareId, changedAt } = page.fileShare;
	const { amount: _, ...given } = givenTerms(terms, page.files);
	const challenge = useChallenge("claim");
	const { errors, pending, failure, onSubmit } = useForm({
		schema: getFreeInput,
		extra: { shareId, changedAt, ...given },
		async submit(json) {
			await getFree(json, challenge.headers());
			announcePurchase();
			announcePaid(shareId);
			location.assign(afterPaying(shareId, terms));
		},
		onFailure(error) {
			if (!(error instanceof ApiFailure && error.code === "payment.already_paid")) return;
			location.assign(paths.share(shareId));
			return "told";
		},
	});
	return (
		<form onSubmit={onSubmit} noValidate className="grid gap-5">
			<TextField
				label={t("checkout.email")}
				hint={t(page.creator.mailsReceipts ? "checkout.emailHint" : "checkout.emailHintFind")}
				error={errors.buyerEmail}
				type="email"
				name="buyerEmail"
				autoComplete="email"
				inputMode="email"
				defaultValue={email.current || page.checkout?.buyerEmail || ""}
				onChange={(event) => {
					email.current = event.target.value;
				}}
				required
			/>
			<ChallengeBox challenge={challenge} away={t("checkout.challengeAway")} />
			<FailedAlert
				failure={failure}
				title={t("checkout.freeFailed")}
				fallback={t("checkout.errorText")}
			/>
			<Button
				type="submit"
				tone="primary"
				size="lg"
				className="w-full"
				pending={pending && t("checkout.freePending")}
			>
				<Icon of={Download} />
				{t("checkout.getFree")}
			</Button>
		</form>
	);
}
