import Sparkles from "icons:sparkles";
import { useState } from "react";
import { DEFAULT_CURRENCY } from "../../../worker/contract/money.ts";
import { PLANS } from "../../../worker/contract/plans.ts";
import type { SubscriptionStatus } from "../../../worker/payments/subscriptions/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatBps, formatCents, formatDate, formatSize } from "../../lib/i18n/format.ts";
import { useStorageLimits } from "../../lib/server/queries/config.ts";
import {
	cancelSubscription,
	resumeSubscription,
	useSubscription,
} from "../../lib/server/queries/subscription.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/form-dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { useAction } from "../../ui/use-action.ts";
import { useTexts } from "./texts.ts";

export function SubscriptionCard() {
	const t = useTexts();
	const { plan, emailVerified } = useCreator();
	const { data } = useSubscription({ dedupingInterval: 2_000 });
	const isPro = data ? data.subscribed : plan === "pro";
	const isEnding = data?.status === "canceling";
	const isRenewing = data?.needsPayment === true && data.status !== "incomplete";
	const end = data?.endDate ? formatDate(data.endDate) : null;
	const { free, pro } = PLANS;
	const storage = useStorageLimits();
	return (
		<Card
			id="subscription"
			title={t("settings.subscription")}
			action={
				<Badge tone={isPro ? "good" : "neutral"} icon={isPro && <Icon of={Sparkles} size={14} />}>
					{t(isPro ? "settings.planPro" : "settings.planFree")}
				</Badge>
			}
			lead={
				isPro
					? t("settings.proText", {
							storage: formatSize(emailVerified ? storage.pro : storage.unverified),
							fee: formatBps(pro.cardFeeBps),
							price: formatCents(pro.priceCents, DEFAULT_CURRENCY),
						})
					: t("settings.freeText", {
							n: free.uploadsPerMonth,
							storage: formatSize(emailVerified ? storage.free : storage.unverified),
							proStorage: formatSize(storage.pro),
							fee: formatBps(free.cardFeeBps),
							proFee: formatBps(pro.cardFeeBps),
							price: formatCents(pro.priceCents, DEFAULT_CURRENCY),
						})
			}
		>
			{data?.needsPayment && <Due due={data} />}
			{isRenewing ? (
				<>
					<p className="mb-4 max-w-line text-muted">{t("settings.cancelUnpaid")}</p>
					<Cancel isUnpaid />
				</>
			) : data?.needsPayment ? null : !isPro ? (
				<a href={paths.subscribe} className={buttonClass("primary")}>
					{t("settings.upgrade")}
				</a>
			) : isEnding ? (
				<>
					<p className="mb-4">
						{end ? t("settings.proEndsOn", { date: end }) : t("settings.proEndsSoon")}
					</p>
					<Resume />
				</>
			) : (
				<>
					<p className="mb-4 max-w-line text-muted">
						{end && `${t("settings.proRenews", { date: end })} `}
						{end ? t("settings.cancelKeeps") : t("settings.cancelKeepsPeriod")}
					</p>
					<Cancel />
				</>
			)}
		</Card>
	);
}

function Due({ due }: { due: SubscriptionStatus }) {
	const t = useTexts();
	const isFirst = due.status === "incomplete";
	return (
		<Alert
			tone="warning"
			className="mb-4"
			title={t(isFirst ? "settings.unfinished" : "settings.pastDue")}
			action={
				<a href={paths.subscribe} className={buttonClass("primary", "sm")}>
					{t(isFirst ? "settings.finishPayment" : "settings.payOtherCard")}
				</a>
			}
		>
			{isFirst
				? t("settings.unfinishedText")
				: due.subscribed && due.endDate
					? t("settings.pastDueUntil", { date: formatDate(due.endDate) })
					: t("settings.pastDueEnded")}
		</Alert>
	);
}

function Cancel({ isUnpaid = false }: { isUnpaid?: boolean }) {
	const t = useTexts();
	const [asks, setAsks] = useState(false);
	const { pending, run } = useAction(
		async () => {
			setAsks(false);
			await cancelSubscription();
			toast({
				title: t("settings.cancelled"),
				text: t(isUnpaid ? "settings.cancelledUnpaidText" : "settings.cancelledText"),
			});
		},
		t("settings.cancelFailed"),
		t("settings.cancelFailedText"),
	);
	return (
		<>
			<Button pending={pending && t("settings.cancelling")} onClick={() => setAsks(true)}>
				{t("settings.cancelPlan")}
			</Button>
			{asks && (
				<ConfirmDialog
					onClose={() => setAsks(false)}
					title={t("settings.cancelTitle")}
					cancel={t("settings.keepPlan")}
					action={t("settings.cancelPlan")}
					onConfirm={run}
				>
					{t(isUnpaid ? "settings.cancelUnpaid" : "settings.cancelKeepsPeriod")}
				</ConfirmDialog>
			)}
		</>
	);
}

function Resume() {
	const t = useTexts();
	const { pending, run } = useAction(async () => {
		await resumeSubscription();
		toast({ tone: "good", title: t("settings.resumed"), text: t("settings.resumedText") });
	}, t("settings.resumeFailed"));
	return (
		<Button tone="primary" pending={pending && t("settings.resuming")} onClick={run}>
			{t("settings.resume")}
		</Button>
	);
}
