import { type ReactNode, useId, useState } from "react";
import type { Counts } from "../../../worker/pages/analytics/contract.ts";
import { formatNumber, formatShortCents } from "../../lib/i18n/format.ts";
import { useCurrency } from "../../lib/session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { rateOf } from "./measures.ts";
import { useTexts } from "./texts.ts";

export type BreakdownRow = Counts & { key: string; name: ReactNode; hint?: string };

const FEW = 8;
/** On phones the name has a line of its own, above the numbers. */
const LINES = "max-sm:grid max-sm:grid-cols-[1fr_1.5fr_1.5fr] max-sm:gap-y-1";

export function Breakdown({
	title,
	head,
	rows,
}: {
	title: string;
	head: string;
	rows: readonly BreakdownRow[];
}) {
	const t = useTexts();
	const currency = useCurrency();
	const id = useId();
	const [isOpen, setOpen] = useState(false);
	const most = Math.max(1, ...rows.map(({ views }) => views));
	return (
		<Card aria-labelledby={id} className="max-sm:p-4">
			<h2 id={id} className="mb-3 text-21">
				{title}
			</h2>
			{rows.length === 0 ? (
				<p className="text-muted">{t("analytics.nothing")}</p>
			) : (
				<table className="tabular w-full table-fixed text-15 max-sm:block *:max-sm:block">
					<thead className="text-13 text-muted">
						<tr className={`align-bottom ${LINES}`}>
							<th scope="col" className="pb-2 text-left font-medium max-sm:sr-only">
								{head}
							</th>
							<Head className="max-sm:text-left sm:w-14">{t("analytics.views")}</Head>
							<Head className="w-18 max-sm:hidden">{t("analytics.begun")}</Head>
							<Head className="sm:w-16">{t("analytics.paid")}</Head>
							<Head className="sm:w-28">{t("analytics.earned")}</Head>
						</tr>
					</thead>
					<tbody>
						{rows.slice(0, isOpen ? undefined : FEW).map((row) => (
							<tr key={row.key} className={`border-line border-t py-2 align-top ${LINES}`}>
								<th
									scope="row"
									className="text-left font-normal max-sm:col-span-full sm:py-2 sm:pe-2"
								>
									<span className="block break-words">{row.name}</span>
									{row.hint && <span className="block text-13 text-muted">{row.hint}</span>}
									<span aria-hidden="true" className="mt-1.5 block h-1 rounded-full bg-faint">
										<span
											className="block h-1 rounded-full bg-primary"
											style={{ width: `${(row.views / most) * 100}%` }}
										/>
									</span>
								</th>
								<td className="sm:py-2 sm:text-right">{formatNumber(row.views)}</td>
								<td className="text-right max-sm:hidden sm:py-2">{formatNumber(row.begun)}</td>
								<td className="text-right sm:py-2">
									{formatNumber(row.paid)}{" "}
									<span className="text-13 text-muted sm:block">{rateOf(row.paid, row.views)}</span>
								</td>
								<td className="text-right sm:py-2">
									{formatShortCents(row.earnedCents, currency)}
								</td>
							</tr>
						))}
					</tbody>
				</table>
			)}
			{rows.length > FEW && (
				<Button tone="quiet" size="sm" className="mt-2 -ms-3" onClick={() => setOpen(!isOpen)}>
					{isOpen ? t("analytics.fewer") : t("analytics.more", { n: formatNumber(rows.length) })}
				</Button>
			)}
		</Card>
	);
}

function Head({ className, children }: { className: string; children: ReactNode }) {
	return (
		<th scope="col" className={`pb-2 text-right font-medium hyphens-auto sm:ps-1 ${className}`}>
			{children}
		</th>
	);
}
