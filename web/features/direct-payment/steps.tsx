import { useState } from "react";
import type {
	BeginDirectResponse,
	DirectClaim,
} from "../../../worker/payments/direct/contract/direct.ts";
import { Card } from "../../ui/card.tsx";
import { FocusedHeading } from "./claim-cards.tsx";
import { ConfirmForm } from "./confirm-form.tsx";
import { HowToPay, Step } from "./how-to-pay.tsx";
import { useTexts } from "./texts.ts";
import type { Direct } from "./use-direct.ts";

export type StepsProps = {
	direct: Direct;
	begun: BeginDirectResponse;
	slug: string;
};

/** Shows only the form after a claim, to prevent a second payment. */
export function Steps({ direct, begun, slug }: StepsProps) {
	const t = useTexts();
	const [hasNotPaid, setNotPaid] = useState(false);
	const { claim } = direct;
	const form = <ClaimForm direct={direct} begun={begun} slug={slug} />;
	if (claim && (claim.state === "claimed" || claim.state === "declined") && !hasNotPaid)
		return (
			<Card className="animate-rise">
				<ResubmitForm claim={claim} />
				<div className="mt-5">{form}</div>
				<button
					type="button"
					className="btn btn-ghost mt-3 w-full"
					onClick={() => (claim.state === "claimed" ? direct.wantForm(false) : setNotPaid(true))}
				>
					{t(claim.state === "claimed" ? "direct.keepWaiting" : "direct.notPaidYet")}
				</button>
			</Card>
		);
	return (
		<>
			<ol className="divide-y divide-line rounded-card border border-line bg-surface">
				<HowToPay begun={begun} />
				<Step number={3} title={t("direct.confirmTitle")}>
					<div className="mt-4">{form}</div>
				</Step>
			</ol>
			<p className="mt-4 max-w-line text-13 text-muted">
				{t("direct.between", { way: begun.directBy })}
			</p>
		</>
	);
}

function ResubmitForm({ claim }: { claim: DirectClaim }) {
	const t = useTexts();
	return (
		<>
			<FocusedHeading>
				{t(claim.state === "claimed" ? "direct.correctTitle" : "direct.againTitle")}
			</FocusedHeading>
			<p className="mt-1 text-muted">{t("direct.againText", { reference: claim.reference })}</p>
		</>
	);
}

export function ClaimForm({ direct, begun, slug }: StepsProps) {
	return (
		<ConfirmForm
			slug={slug}
			terms={direct.terms}
			files={direct.page?.files ?? []}
			email={direct.email ?? direct.page?.checkout?.buyerEmail ?? null}
			mailsReceipt={begun.mailsReceipt}
			linkBy={begun.directLink && begun.directBy}
			onSubmitted={direct.submitted}
		/>
	);
}
