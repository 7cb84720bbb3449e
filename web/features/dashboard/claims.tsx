import { useState } from "react";
import type { DirectClaim } from "../../../worker/contract/payments.ts";
import { client } from "../../lib/client.ts";
import { formatDateTime, formatMoney } from "../../lib/format.ts";
import { failureText } from "../../lib/server-texts.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Money } from "../../ui/money.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";
import { useClaims, useRefresh } from "./use-dashboard.ts";

/** Direct payments that buyers say to have made; approval releases the files. */
export function Claims() {
	const t = useTexts();
	const { data } = useClaims();
	const waiting = data?.filter((claim) => claim.state === "claimed") ?? [];
	if (waiting.length === 0) return null;
	return (
		<Card aria-labelledby="claims-title" className="border-warning/40">
			<CardHead id="claims-title" title={t("dashboard.claimsTitle", { n: waiting.length })}>
				{t("dashboard.claimsText")}
			</CardHead>
			<ul className="divide-y divide-line">
				{waiting.map((claim) => (
					<ClaimRow key={claim.id} claim={claim} />
				))}
			</ul>
		</Card>
	);
}

function ClaimRow({ claim }: { claim: DirectClaim }) {
	const t = useTexts();
	const refresh = useRefresh();
	const [pending, setPending] = useState<"approve" | "decline" | null>(null);
	const [asks, setAsks] = useState(false);

	async function answer(verb: "approve" | "decline") {
		setPending(verb);
		setAsks(false);
		try {
			await client.api["direct-claims"][":id"][verb].$post({ param: { id: claim.id } });
			toast(
				verb === "approve"
					? {
							tone: "good",
							title: t("dashboard.approved"),
							text: t("dashboard.approvedText", { email: claim.buyerEmail ?? "" }),
						}
					: { title: t("dashboard.declined"), text: t("dashboard.declinedText") },
			);
			await refresh();
		} catch (error) {
			toast({
				tone: "destructive",
				title: t("dashboard.claimFailed"),
				text: failureText(error, t("dashboard.tryAgain")),
			});
		} finally {
			setPending(null);
		}
	}

	const facts = [
		[t("dashboard.claimFrom"), claim.buyerEmail],
		[t("dashboard.claimNote"), claim.reference],
		[t("dashboard.claimCode"), claim.confirmationCode],
	];
	return (
		<li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0">
			<div className="min-w-0">
				<p className="font-semibold">
					<Money price={claim.price} /> · {claim.title}
				</p>
				<dl className="flex flex-wrap gap-x-4 text-13 text-muted">
					{facts.map(([name, fact]) => (
						<div key={name} className="flex gap-1">
							<dt>{name}:</dt>
							<dd className="break-all text-ink">{fact}</dd>
						</div>
					))}
					<div>
						<dt className="sr-only">{t("dashboard.saleDate")}</dt>
						<dd>{formatDateTime(claim.createdAt)}</dd>
					</div>
				</dl>
			</div>
			<div className="flex gap-2">
				<Button
					size="sm"
					pending={pending === "decline" && t("dashboard.declining")}
					disabled={pending === "approve"}
					onClick={() => setAsks(true)}
				>
					{t("dashboard.decline")}
				</Button>
				<Button
					size="sm"
					tone="primary"
					pending={pending === "approve" && t("dashboard.approving")}
					disabled={pending === "decline"}
					onClick={() => answer("approve")}
				>
					{t("dashboard.approve")}
				</Button>
			</div>
			<Dialog
				open={asks}
				onClose={() => setAsks(false)}
				title={t("dashboard.declineTitle")}
				closeLabel={t("dashboard.close")}
				actions={
					<>
						<Button onClick={() => setAsks(false)}>{t("dashboard.cancel")}</Button>
						<Button tone="danger" onClick={() => answer("decline")}>
							{t("dashboard.decline")}
						</Button>
					</>
				}
			>
				{t("dashboard.declineText", { price: formatMoney(claim.price) })}
			</Dialog>
		</li>
	);
}
