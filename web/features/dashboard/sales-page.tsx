import Download from "icons:download";
import ReceiptText from "icons:receipt-text";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { usePage } from "../../lib/page/page.ts";
import { ledgerCsvLink, salesCsvLink, useSales } from "../../lib/server/queries/sales.ts";
import { useOwnShare } from "../../lib/server/queries/shares.ts";
import { BackLink } from "../../shared/back-link.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded, LoadFailed } from "../../ui/loaded.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { SalesTable } from "./sales-table.tsx";
import { useTexts } from "./texts.ts";

export function SalesPage() {
	const t = useTexts();
	usePage(t("dashboard.salesTitle"));
	const { shareId: slug = "" } = useParams();
	const share = useOwnShare(slug);
	const [pages, setPages] = useState(1);
	const query = useSales(slug, pages);
	const { data, error, isLoading } = query;
	const title = share?.title ?? data?.items[0]?.title;
	return (
		<div className="gutters max-w-content py-8 lg:py-10">
			<BackLink to={paths.dashboard}>{t("dashboard.back")}</BackLink>
			<header className="mt-3 mb-6 flex flex-wrap items-end justify-between gap-4">
				<div className="min-w-0">
					<h1 className="text-28 sm:text-40">{t("dashboard.salesTitle")}</h1>
					<p className="mt-1 text-17 text-muted">{title}</p>
				</div>
				<div className="flex flex-wrap gap-3">
					<Tooltip text={t("dashboard.salesCsvHint")}>
						<a href={salesCsvLink} download className={buttonClass("plain", "sm")}>
							<Icon of={Download} />
							{t("dashboard.salesCsv")}
						</a>
					</Tooltip>
					<Tooltip text={t("dashboard.ledgerCsvHint")}>
						<a href={ledgerCsvLink} download className={buttonClass("plain", "sm")}>
							<Icon of={Download} />
							{t("dashboard.ledgerCsv")}
						</a>
					</Tooltip>
				</div>
			</header>
			{error && pages > 1 ? (
				<LoadFailed of={query} failed={t("dashboard.salesFailed")} />
			) : (
				<Loaded of={query} failed={t("dashboard.salesFailed")}>
					{({ items, hasMore }) =>
						items.length === 0 ? (
							<Card>
								<EmptyState icon={ReceiptText} title={t("dashboard.salesEmpty")}>
									{t("dashboard.salesEmptyText")}
								</EmptyState>
							</Card>
						) : (
							<>
								<SalesTable slug={slug} sales={items} />
								{hasMore && (
									<Button
										className="mt-5"
										pending={isLoading && t("dashboard.salesLoading")}
										onClick={() => setPages(pages + 1)}
									>
										{t("dashboard.more")}
									</Button>
								)}
							</>
						)
					}
				</Loaded>
			)}
		</div>
	);
}
