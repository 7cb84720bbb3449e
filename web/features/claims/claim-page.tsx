import CircleCheck from "icons:circle-check";
import CircleSlash from "icons:circle-slash";
import Link2Off from "icons:link-2-off";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import type {
	ClaimDecision,
	DirectClaim,
} from "../../../worker/payments/direct/contract/direct.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useLinkToken } from "../../lib/addresses/use-link-token.ts";
import { formatMoney } from "../../lib/i18n/format.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { usePage } from "../../lib/page/page.ts";
import { isTransient } from "../../lib/server/failure.ts";
import { decideLinkedClaim, useLinkedClaim } from "../../lib/server/queries/claims.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageSpinner } from "../../ui/spinner.tsx";
import { ClaimDecisionForm } from "./claim-decision-form.tsx";
import { type ClaimLink, claimLinkOf, claimViewOf } from "./claim-link.ts";
import { useTexts } from "./texts.ts";

/** `/claim#{id}.{token}`, the link in the creator's mail: asks whether the money arrived; a click decides. */
export function ClaimPage() {
	const t = useTexts();
	usePage(t("claims.title"));
	const link = claimLinkOf(useLinkToken());
	return (
		<div className="gutters max-w-lg py-12">
			<Card>{link ? <Opened link={link} /> : <NoLink />}</Card>
		</div>
	);
}

function Opened({ link }: { link: ClaimLink }) {
	const t = useTexts();
	const { data, error, mutate } = useLinkedClaim(link);
	const [pending, setPending] = useState<ClaimDecision["decision"] | null>(null);
	const [refusal, setRefusal] = useState<string | null>(null);

	async function decide(decision: ClaimDecision) {
		setPending(decision.decision);
		setRefusal(null);
		try {
			await decideLinkedClaim(link, decision);
		} catch (failure) {
			setRefusal(failureText(failure, t("claims.tryAgain")));
			// Somebody may have decided it elsewhere in the meantime.
			await mutate();
		} finally {
			setPending(null);
		}
	}

	if (error && !data) {
		if (!isTransient(error)) return <NoLink />;
		return (
			<Alert
				tone="danger"
				live
				title={t("claims.loadFailed")}
				action={<Button onClick={() => void mutate()}>{t("claims.retry")}</Button>}
			>
				{failureText(error, t("claims.tryAgain"))}
			</Alert>
		);
	}
	if (!data) return <PageSpinner label={t("claims.loading")} />;
	return (
		<>
			<View claim={data} pending={pending} onDecision={decide} />
			{refusal && (
				<Alert tone="danger" live className="mt-5" title={t("claims.failed")}>
					{refusal}
				</Alert>
			)}
		</>
	);
}

function View({
	claim,
	pending,
	onDecision,
}: {
	claim: DirectClaim;
	pending: ClaimDecision["decision"] | null;
	onDecision: (decision: ClaimDecision) => void;
}) {
	const t = useTexts();
	const values = { title: claim.title, price: formatMoney(claim.price, claim.currency) };
	switch (claimViewOf(claim)) {
		case "asks":
			return (
				<ClaimDecisionForm
					key={claim.state}
					claim={claim}
					pending={pending}
					onDecision={onDecision}
				/>
			);
		case "approved":
			return (
				<Decided icon={CircleCheck} title={t("claims.approved")}>
					{t("claims.approvedText", values)}
				</Decided>
			);
		case "declined":
			return (
				<Decided icon={CircleSlash} title={t("claims.declined")}>
					{t(`claims.declinedFor.${claim.reason ?? "not_found"}`, values)}
				</Decided>
			);
		default:
			return (
				<Decided icon={CircleSlash} title={t("claims.closed")}>
					{t("claims.closedText")}
				</Decided>
			);
	}
}

function Decided({
	icon,
	title,
	children,
}: {
	icon: typeof CircleCheck;
	title: string;
	children: ReactNode;
}) {
	const t = useTexts();
	return (
		<EmptyState
			level="h1"
			icon={icon}
			title={title}
			action={
				<Link to={paths.dashboard} className={buttonClass("primary")}>
					{t("claims.dashboard")}
				</Link>
			}
		>
			<span role="status">{children}</span>
		</EmptyState>
	);
}

function NoLink() {
	const t = useTexts();
	return (
		<EmptyState
			level="h1"
			icon={Link2Off}
			title={t("claims.noLink")}
			action={
				<Link to={paths.dashboard} className={buttonClass("primary")}>
					{t("claims.dashboard")}
				</Link>
			}
		>
			{t("claims.noLinkText")}
		</EmptyState>
	);
}
