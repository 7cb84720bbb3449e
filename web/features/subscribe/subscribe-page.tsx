import CircleCheck from "icons:circle-check";
import { useCallback, useEffect, useState } from "react";
import type { SubscriptionStatus } from "../../../worker/payments/subscriptions/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatDate } from "../../lib/i18n/format.ts";
import { limitValues } from "../../lib/i18n/limit-values.ts";
import { serverText } from "../../lib/i18n/server-texts.ts";
import { usePage } from "../../lib/page/page.ts";
import { createSubscription, useSubscription } from "../../lib/server/queries/subscription.ts";
import { useSession } from "../../lib/session/session.tsx";
import { BackLink } from "../../shared/back-link.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageSpinner } from "../../ui/spinner.tsx";
import { toast } from "../../ui/toast.ts";
import { CompleteSubscription } from "./complete-subscription.tsx";
import { PlanCards } from "./plan-cards.tsx";
import { useTexts } from "./texts.ts";

const LEAVE_MS = 1_500;

export function SubscribePage() {
	const t = useTexts();
	usePage(t("subscribe.title"));
	const { user, isLoading } = useSession();
	const {
		data: status,
		error,
		mutate,
	} = useSubscription({ dedupingInterval: 1_000 }, user !== null);
	const isDue = status?.needsPayment === true;
	const [clientSecret, setClientSecret] = useState<string | null>(null);
	const [pending, setPending] = useState(false);
	const [hasFailed, setFailed] = useState(false);

	const begin = useCallback(async () => {
		setPending(true);
		setFailed(false);
		try {
			const begun = await createSubscription();
			if ("message" in begun) {
				await mutate();
				toast({ title: t("subscribe.already"), text: t("subscribe.alreadyText") });
				setTimeout(() => location.assign(paths.dashboard), LEAVE_MS);
			} else if (begun.clientSecret) {
				setClientSecret(begun.clientSecret);
				if (!isDue)
					toast({ tone: "good", title: t("subscribe.ready"), text: t("subscribe.readyText") });
			} else
				toast({
					tone: "destructive",
					title: t("subscribe.setupIssue"),
					text: t("subscribe.setupIssueText"),
				});
		} catch (failure) {
			setFailed(true);
			toast({
				tone: "destructive",
				title: t("subscribe.error"),
				text: serverText(failure, t("subscribe.errorText")),
			});
		} finally {
			setPending(false);
		}
	}, [isDue, mutate, t]);

	// A creator with a due payment has already chosen.
	useEffect(() => {
		if (isDue && !clientSecret && !pending && !hasFailed) void begin();
	}, [isDue, clientSecret, pending, hasFailed, begin]);

	if (isLoading || (user && !status && !error))
		return <PageSpinner label={t("subscribe.loading")} />;
	return (
		<div className="gutters max-w-4xl pt-2 pb-10">
			<BackLink href={paths.home}>{t("subscribe.back")}</BackLink>
			{status?.subscribed && !isDue ? (
				<Subscribed status={status} />
			) : clientSecret || (isDue && !hasFailed) ? (
				<CompleteSubscription
					clientSecret={clientSecret}
					due={isDue ? status : null}
					refresh={() => mutate()}
				/>
			) : (
				<>
					<header className="mt-6 mb-8 max-w-2xl">
						<h1 className="text-28 sm:text-40">{t("subscribe.title")}</h1>
						<p className="mt-3 max-w-line text-17 text-muted">
							{t("subscribe.lead", limitValues())}
						</p>
					</header>
					<PlanCards isSignedIn={Boolean(user)} pending={pending} onSubscribe={begin} />
				</>
			)}
		</div>
	);
}

function Subscribed({ status }: { status: SubscriptionStatus }) {
	const t = useTexts();
	return (
		<Card className="mx-auto mt-10 max-w-xl">
			<div role="status">
				<EmptyState
					level="h1"
					icon={CircleCheck}
					title={t("subscribe.subscribedTitle")}
					action={
						<a href={paths.dashboard} className={buttonClass("primary")}>
							{t("subscribe.toDashboard")}
						</a>
					}
				>
					{status.endDate &&
						t(
							status.status === "active"
								? "subscribe.subscribedRenews"
								: "subscribe.subscribedUntil",
							{ date: formatDate(status.endDate) },
						)}
				</EmptyState>
			</div>
		</Card>
	);
}
