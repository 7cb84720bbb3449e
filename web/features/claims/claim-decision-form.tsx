import { useState } from "react";
import {
	type ClaimDecision,
	DECLINE_REASONS,
	type DirectClaim,
} from "../../../worker/payments/direct/contract/direct.ts";
import { formatDateTime, formatMoney } from "../../lib/i18n/format.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Choices } from "../../ui/choices.tsx";
import { useTexts } from "./texts.ts";

type Reason = (typeof DECLINE_REASONS)[number];
type Props = {
	claim: DirectClaim;
	pending: ClaimDecision["decision"] | null;
	onDecision: (decision: ClaimDecision) => void;
};

export function ClaimDecisionForm({ claim, pending, onDecision }: Props) {
	const t = useTexts();
	const price = formatMoney(claim.price, claim.currency);
	const isOpen = claim.reason === "already_open";
	const [declines, setDeclines] = useState(isOpen);
	const metadata = [
		[t("claims.note"), claim.reference],
		[t("claims.code"), claim.confirmationCode ?? ""],
		[t("claims.files"), claim.title],
		[t("claims.buyer"), claim.buyerEmail ?? ""],
		[t("claims.sentAt"), formatDateTime(claim.createdAt)],
	] as const;
	return (
		<>
			<h1 className="text-28">{t(isOpen ? "claims.returns" : "claims.asks", { price })}</h1>
			<p className="mt-2 text-muted">
				{t(isOpen ? "claims.returnsLead" : "claims.lead", { way: claim.directBy })}
			</p>
			<dl className="mt-5 divide-y divide-line border-line border-y">
				{metadata.map(([name, detail], index) => (
					<div key={name} className="flex flex-wrap justify-between gap-x-6 py-2.5">
						<dt className="text-muted">{name}</dt>
						<dd
							className={
								index < 2
									? "tabular break-all font-display font-semibold tracking-wide"
									: "min-w-0 break-words text-end"
							}
						>
							{detail}
						</dd>
					</div>
				))}
			</dl>
			{declines ? (
				<Decline
					claim={claim}
					isPending={pending === "decline"}
					onBack={isOpen ? null : () => setDeclines(false)}
					onDecline={(reason) => onDecision({ decision: "decline", reason })}
				/>
			) : (
				<Approve
					claim={claim}
					isPending={pending === "approve"}
					onApprove={(raise) => onDecision({ decision: "approve", raise })}
					onDecline={() => setDeclines(true)}
				/>
			)}
		</>
	);
}

function Approve({
	claim,
	isPending,
	onApprove,
	onDecline,
}: {
	claim: DirectClaim;
	isPending: boolean;
	onApprove: (raise: boolean) => void;
	onDecline: () => void;
}) {
	const t = useTexts();
	const raises = typeof claim.raisesTo === "number";
	return (
		<>
			{raises && (
				<Alert tone="warning" className="mt-4" title={t("claims.soldOut")}>
					{t("claims.soldOutText", { n: claim.raisesTo ?? 0 })}
				</Alert>
			)}
			<p className="mt-4 text-15">{t("claims.meaning")}</p>
			<div className="mt-6 grid gap-3 sm:grid-cols-2">
				<Button
					tone="primary"
					size="lg"
					className="h-auto min-h-12 whitespace-normal py-2"
					pending={isPending && t("claims.approving")}
					onClick={() => onApprove(raises)}
				>
					{t(raises ? "claims.approveMore" : "claims.approve")}
				</Button>
				<Button size="lg" disabled={isPending} onClick={onDecline}>
					{t("claims.decline")}
				</Button>
			</div>
		</>
	);
}

function Decline({
	claim,
	isPending,
	onBack,
	onDecline,
}: {
	claim: DirectClaim;
	isPending: boolean;
	/** null if there is no other decision */
	onBack: (() => void) | null;
	onDecline: (reason: Reason) => void;
}) {
	const t = useTexts();
	const [reason, setReason] = useState<Reason | null>(null);
	// If the files are already open, the amount no longer matters.
	const offered = DECLINE_REASONS.filter(
		(one) => claim.state === "claimed" || one !== "wrong_amount",
	);
	return (
		<div className="mt-5">
			<Choices
				legend={t("claims.why")}
				choices={offered.map((value) => ({ value, label: t(`claims.reason.${value}`) }))}
				chosen={reason}
				onChoose={setReason}
			/>
			<div className="mt-6 grid gap-3 sm:grid-cols-2">
				<Button
					tone="primary"
					size="lg"
					pending={isPending && t("claims.declining")}
					disabled={reason === null}
					onClick={() => reason && onDecline(reason)}
				>
					{t("claims.tellBuyer")}
				</Button>
				{onBack && (
					<Button size="lg" disabled={isPending} onClick={onBack}>
						{t("claims.back")}
					</Button>
				)}
			</div>
		</div>
	);
}
