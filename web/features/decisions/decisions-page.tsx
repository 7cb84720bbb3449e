import ShieldCheck from "icons:shield-check";
import { paths } from "../../lib/addresses/paths.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { usePage } from "../../lib/page/page.ts";
import { refreshDecisions, useDecisions } from "../../lib/server/queries/decisions.ts";
import { BackLink } from "../../shared/back-link.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DecisionCard } from "./decision-card.tsx";
import { useTexts } from "./texts.ts";

export function DecisionsPage() {
	const t = useTexts();
	usePage(t("decisions.title"));
	return (
		<div className="gutters max-w-reading py-8 lg:py-10">
			<BackLink to={paths.dashboard}>{t("decisions.back")}</BackLink>
			<h1 className="mt-3 text-28 sm:text-40">{t("decisions.title")}</h1>
			<p className="mt-2 mb-8 max-w-line text-muted">{t("decisions.lead")}</p>
			<Decisions />
		</div>
	);
}

function Decisions() {
	const t = useTexts();
	const { data, error } = useDecisions();
	if (!data && error)
		return (
			<Alert
				tone="danger"
				title={t("decisions.loadFailed")}
				action={
					<Button size="sm" onClick={() => void refreshDecisions()}>
						{t("decisions.retry")}
					</Button>
				}
			>
				{failureText(error, t("decisions.tryAgain"))}
			</Alert>
		);
	if (!data)
		return (
			<div role="status">
				<span className="sr-only">{t("decisions.loading")}</span>
				<Skeleton className="h-64 rounded-card" />
			</div>
		);
	if (data.length === 0)
		return (
			<Card>
				<EmptyState icon={ShieldCheck} title={t("decisions.none")}>
					{t("decisions.noneText")}
				</EmptyState>
			</Card>
		);
	return (
		<ul className="flex flex-col gap-6">
			{data.map((decision) => (
				<li key={decision.id}>
					<DecisionCard decision={decision} />
				</li>
			))}
		</ul>
	);
}
