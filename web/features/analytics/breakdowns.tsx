import { Link } from "react-router-dom";
import type { Analytics, Source } from "../../../worker/pages/analytics/contract.ts";
import { analyticsOf } from "../../lib/addresses/analytics-of.ts";
import { APP_NAME } from "../../lib/i18n/app-name.ts";
import { currentLocale } from "../../lib/i18n/i18n.ts";
import { Breakdown, type BreakdownRow } from "./breakdown.tsx";
import { FileBreakdown } from "./file-breakdown.tsx";
import { useTexts } from "./texts.ts";

export function Breakdowns({ data, slug }: { data: Analytics; slug: string | null }) {
	const t = useTexts();
	const sourceName = useSourceName();
	const countries = new Intl.DisplayNames([currentLocale()], { type: "region" });
	return (
		<div className="grid items-start gap-6 lg:grid-cols-2">
			{slug !== null && data.files.length > 0 && <FileBreakdown files={data.files} slug={slug} />}
			<Breakdown
				title={t("analytics.sources")}
				head={t("analytics.source")}
				rows={data.sources.map(({ source, ...counts }) => ({
					key: JSON.stringify(source),
					...sourceName(source),
					...counts,
				}))}
			/>
			<Breakdown
				title={t("analytics.countries")}
				head={t("analytics.country")}
				rows={data.countries.map(({ country, ...counts }) => ({
					key: country ?? "",
					name: country === null ? t("analytics.unknown") : (countries.of(country) ?? country),
					...counts,
				}))}
			/>
			{data.campaigns.length > 0 && (
				<Breakdown
					title={t("analytics.campaigns")}
					head={t("analytics.campaign")}
					rows={data.campaigns.map(({ source, ...counts }) => ({
						key: JSON.stringify(source),
						name: source.campaign || t("analytics.unnamedCampaign"),
						hint: [source.name, source.medium].filter(Boolean).join(" / "),
						...counts,
					}))}
				/>
			)}
			{data.shares.length > 0 && (
				<Breakdown
					title={t("analytics.shares")}
					head={t("analytics.share")}
					rows={data.shares.map(
						({ shareId, title, ...counts }): BreakdownRow => ({
							key: shareId,
							name: (
								<Link to={analyticsOf(shareId)} className="hover:underline">
									{title}
								</Link>
							),
							...counts,
						}),
					)}
				/>
			)}
		</div>
	);
}

function useSourceName(): (source: Source) => { name: string } {
	const t = useTexts();
	return (source) => {
		switch (source.kind) {
			case "host":
				return { name: source.name };
			case "utm":
				return { name: source.name || t("analytics.unnamed") };
			case "direct":
				return { name: t("analytics.direct") };
			case "page":
				return { name: t("analytics.page", { app: APP_NAME }) };
			case "other":
				return { name: t("analytics.other") };
			case "unrecorded":
				return { name: t("analytics.unrecorded") };
		}
	};
}
