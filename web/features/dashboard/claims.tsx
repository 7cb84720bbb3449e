import { type ReactNode, useState } from "react";
import type {
	ClaimDecision,
	DirectClaim,
} from "../../../worker/payments/direct/contract/direct.ts";
import { directName } from "../../../worker/payments/direct/contract/direct-way.ts";
import { formatDateTime, formatList, formatMoney } from "../../lib/i18n/format.ts";
import { decideClaim, useClaims } from "../../lib/server/queries/claims.ts";
import { refreshDashboard } from "../../lib/server/queries/shares.ts";
import { Money } from "../../shared/money.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/form-dialog.tsx";
import { toast, toastFailure } from "../../ui/toast.ts";
import { DeclineDialog } from "./decline-dialog.tsx";
import { useTexts } from "./texts.ts";

export function Claims() {
	const t = useTexts();
	const { data } = useClaims();
	const waiting = data?.filter((claim) => claim.state === "claimed") ?? [];
	const toReturn = data?.filter((claim) => claim.reason === "already_open") ?? [];
	return (
		<>
			<ClaimList
				id="claims-title"
				claims={waiting}
				title={t("dashboard.claimsTitle", { n: waiting.length })}
				lead={t("dashboard.claimsText", { way: waysOf(waiting) })}
			/>
			<ClaimList
				id="claims-return-title"
				claims={toReturn}
				title={t("dashboard.toReturnTitle")}
				lead={t("dashboard.toReturnText", { way: waysOf(toReturn) })}
			/>
		</>
	);
}

type ListProps = { id: string; claims: DirectClaim[]; title: string; lead: string };

function ClaimList({ claims, ...card }: ListProps) {
	if (claims.length === 0) return null;
	return (
		<Card {...card} className="border-warning/40">
			<ul className="divide-y divide-line">
				{claims.map((claim) => (
					<ClaimRow key={claim.id} claim={claim} />
				))}
			</ul>
		</Card>
	);
}

const waysOf = (claims: readonly DirectClaim[]) =>
	formatList([...new Set(claims.map(({ directBy }) => directBy))]);

function useDecision(claim: DirectClaim) {
	const t = useTexts();
	const [pending, setPending] = useState<ClaimDecision["decision"] | null>(null);

	async function decide(decision: ClaimDecision) {
		setPending(decision.decision);
		try {
			const { state } = await decideClaim(claim.id, decision);
			if (state === "paid")
				toast({
					tone: "good",
					title: t("dashboard.approved"),
					text: t("dashboard.approvedText", { email: claim.buyerEmail ?? "" }),
				});
			else if (decision.decision === "decline")
				toast({ title: t("dashboard.declined"), text: t("dashboard.declinedText") });
			else
				toast({
					title: t("dashboard.toReturnTitle"),
					text: t("dashboard.toReturnText", { way: claim.directBy }),
				});
		} catch (error) {
			toastFailure(t("dashboard.claimFailed"), error);
		} finally {
			// Also after a refusal: the last copy may have been sold in the meantime.
			await refreshDashboard();
			setPending(null);
		}
	}
	return { pending, decide };
}

function ClaimRow({ claim }: { claim: DirectClaim }) {
	const t = useTexts();
	const { pending, decide } = useDecision(claim);
	const [asks, setAsks] = useState<ClaimDecision["decision"] | null>(null);
	const waits = claim.state === "claimed";
	const send = (decision: ClaimDecision) => {
		setAsks(null);
		void decide(decision);
	};
	const [mailbox, host] = (claim.buyerEmail ?? "").split("@");
	const metadata: [string, ReactNode][] = [
		// A long address breaks here rather than within a word.
		[t("dashboard.claimFrom"), host && [mailbox, <wbr key="break" />, `@${host}`]],
		...(claim.directBy === directName(null)
			? []
			: [[t("dashboard.saleRoute"), claim.directBy] as [string, ReactNode]]),
		[t("dashboard.claimNote"), claim.reference],
		[t("dashboard.claimCode"), claim.confirmationCode],
	];
	return (
		<li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0">
			<div className="min-w-0">
				<p className="font-semibold">
					<Money price={claim.price} currency={claim.currency} /> · {claim.title}
				</p>
				<dl className="flex flex-wrap gap-x-4 text-13 text-muted">
					{metadata.map(([name, detail]) => (
						<div key={name} className="flex flex-wrap gap-x-1">
							<dt>{name}:</dt>
							<dd className="wrap-anywhere text-ink">{detail}</dd>
						</div>
					))}
					<div>
						<dt className="sr-only">{t("dashboard.saleDate")}</dt>
						<dd>{formatDateTime(claim.createdAt)}</dd>
					</div>
				</dl>
				{waits && typeof claim.raisesTo === "number" && (
					<p className="mt-1 text-15">{t("dashboard.claimSoldOut")}</p>
				)}
			</div>
			<div className="flex flex-wrap gap-2">
				<Button
					size="sm"
					pending={pending === "decline" && t("dashboard.declining")}
					disabled={pending === "approve"}
					onClick={() => setAsks("decline")}
				>
					{t(waits ? "dashboard.decline" : "dashboard.returnDecision")}
				</Button>
				{waits && (
					<Button
						size="sm"
						tone="primary"
						pending={pending === "approve" && t("dashboard.approving")}
						disabled={pending === "decline"}
						onClick={() =>
							typeof claim.raisesTo === "number"
								? setAsks("approve")
								: send({ decision: "approve", raise: false })
						}
					>
						{t("dashboard.approve")}
					</Button>
				)}
			</div>
			{asks === "approve" && (
				<ConfirmDialog
					onClose={() => setAsks(null)}
					title={t("dashboard.raiseTitle")}
					action={t("dashboard.raiseApprove")}
					tone="primary"
					onConfirm={() => send({ decision: "approve", raise: true })}
				>
					{t("dashboard.raiseText", {
						n: claim.raisesTo ?? 0,
						price: formatMoney(claim.price, claim.currency),
					})}
				</ConfirmDialog>
			)}
			{asks === "decline" && (
				<DeclineDialog
					claim={claim}
					onClose={() => setAsks(null)}
					onDecline={(reason) => send({ decision: "decline", reason })}
				/>
			)}
		</li>
	);
}
