import Check from "icons:check";
import type { ReactNode } from "react";
import { DEFAULT_CURRENCY } from "../../../worker/contract/money.ts";
import { DEFAULT_PROCESSING_FEE, PLANS } from "../../../worker/contract/plans.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatBps, formatCents, formatShortMoney, formatSize } from "../../lib/i18n/format.ts";
import { useStorageLimits } from "../../lib/server/queries/config.ts";
import { usePaused } from "../../lib/server/queries/pauses.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

type Props = { isSignedIn: boolean; pending: boolean; onSubscribe: () => void };

export function PlanCards({ isSignedIn, pending, onSubscribe }: Props) {
	const t = useTexts();
	const { free, pro } = PLANS;
	const storage = useStorageLimits();
	const isPaused = usePaused("cardPayments");
	// Monthly card sales from which Pro costs less.
	const breakEven = Math.ceil((pro.priceCents * 10_000) / (free.cardFeeBps - pro.cardFeeBps));
	return (
		<>
			<div className="grid gap-5 md:grid-cols-2">
				<PlanCard
					name={t("subscribe.free")}
					price={formatShortMoney("0", DEFAULT_CURRENCY)}
					features={[
						t("subscribe.freeUploads", { n: free.uploadsPerMonth }),
						t("subscribe.storage", { size: formatSize(storage.free) }),
						t("subscribe.cardFee", { fee: formatBps(free.cardFeeBps) }),
						t("subscribe.directFee"),
						t("subscribe.oneLevel"),
						t("subscribe.normalSupport"),
					]}
					action={
						<a
							href={isSignedIn ? paths.dashboard : paths.signUp}
							className={`${buttonClass()} w-full`}
						>
							{t(isSignedIn ? "subscribe.currentPlan" : "subscribe.startFree")}
						</a>
					}
				/>
				<PlanCard
					name={t("subscribe.pro")}
					price={formatCents(pro.priceCents, DEFAULT_CURRENCY)}
					isMarked
					features={[
						t("subscribe.proUploads"),
						t("subscribe.storage", { size: formatSize(storage.pro) }),
						t("subscribe.cardFee", { fee: formatBps(pro.cardFeeBps) }),
						t("subscribe.directFee"),
						t("subscribe.folders"),
						t("subscribe.support"),
					]}
					action={
						isPaused ? (
							<Alert tone="warning" live title={t("subscribe.paused")}>
								{t("subscribe.pausedText")}
							</Alert>
						) : isSignedIn ? (
							<Button
								tone="primary"
								className="w-full"
								pending={pending && t("subscribe.settingUp")}
								onClick={onSubscribe}
							>
								{t("subscribe.subscribeNow")}
							</Button>
						) : (
							<a
								href={`${paths.authFor(paths.subscribe)}&tab=sign-up`}
								className={`${buttonClass("primary")} w-full`}
							>
								{t("subscribe.subscribeNow")}
							</a>
						)
					}
				/>
			</div>
			<p className="mt-6 max-w-line text-muted">
				{t("subscribe.breakEven", { amount: formatCents(breakEven, DEFAULT_CURRENCY) })}{" "}
				{t("subscribe.processing", {
					fee: formatBps(DEFAULT_PROCESSING_FEE.bps),
					fixed: formatCents(DEFAULT_PROCESSING_FEE.fixedCents, DEFAULT_CURRENCY),
				})}
			</p>
		</>
	);
}

function PlanCard({
	name,
	price,
	features,
	action,
	isMarked,
}: {
	name: string;
	price: string;
	features: string[];
	action: ReactNode;
	isMarked?: boolean;
}) {
	const t = useTexts();
	return (
		<Card className={`flex flex-col ${isMarked ? "border-primary" : ""}`}>
			<h2 className="text-21">{name}</h2>
			<p className="mt-2 flex flex-wrap items-baseline gap-x-2">
				<span className="tabular font-[650] font-display text-40">{price}</span>
				<span className="text-muted">{t("subscribe.aMonth")}</span>
			</p>
			<ul className="my-6 flex flex-1 flex-col gap-2.5">
				{features.map((feature) => (
					<li key={feature} className="flex gap-2.5">
						<Icon of={Check} size={18} className="mt-0.5 text-primary" />
						{feature}
					</li>
				))}
			</ul>
			{action}
		</Card>
	);
}
