import ShieldCheck from "icons:shield-check";
import { paths } from "../../lib/addresses/paths.ts";
import { usePage } from "../../lib/page/page.ts";
import { BackLink } from "../../shared/back-link.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { DecisionCard } from "./decision-card.tsx";
import { useDecisions } from "./queries.ts";
import { useTexts } from "./texts.ts";

export function DecisionsPage() {
	const t = useTexts();
	usePage(t("decisions.title"));
	return (
		<div className="gutters max-w-reading py-8 lg:py-10">
			<BackLink to={paths.dashboard}>{t("decisions.back")}</BackLink>
			<h1 className="mt-3 text-28 sm:text-40">{t("decisions.title")}</h1>
			<p className="mt-2 mb-8 max-w-line text-muted">{t("decisions.lead")}</p>
			<Loaded of={useDecisions()} failed={t("decisions.loadFailed")}>
				{(decisions) =>
					decisions.length === 0 ? (
						<Card>
							<EmptyState icon={ShieldCheck} title={t("decisions.none")}>
								{t("decisions.noneText")}
							</EmptyState>
						</Card>
					) : (
						<ul className="flex flex-col gap-6">
							{decisions.map((decision) => (
								<li key={decision.id}>
									<DecisionCard decision={decision} />
								</li>
							))}
						</ul>
					)
				}
			</Loaded>
		</div>
	);
}
