import type { ReactNode } from "react";
import type { Sale, SaleLine } from "../../../worker/payments/sales/contract/sales.ts";
import { formatMoney } from "../../lib/i18n/format.ts";
import { CoverThumb } from "../../shared/cover-thumb.tsx";
import { FILE_ICONS } from "../../shared/file-icons.ts";
import { FileThumb } from "../../shared/file-thumb.tsx";
import { Fold } from "../../ui/fold.tsx";
import { useTexts } from "./texts.ts";

/** Identifies a line within its sale. */
export const lineKey = ({ file, edition }: SaleLine) => `${edition}:${file}`;

/** The files of a sale of single ones, behind a line that counts them. */
export function SaleLines({ sale: { lines = [], currency } }: { sale: Sale }) {
	const t = useTexts();
	if (lines.length === 0) return null;
	const n = lines.filter(({ name }) => name !== null).length;
	const title = [
		n < lines.length && t("dashboard.saleAllPictures"),
		n > 0 && t("dashboard.saleFiles", { n }),
	];
	return (
		<Fold summaryClass="text-13 text-muted" title={title.filter(Boolean).join(" · ")}>
			<ul className="mb-2 grid gap-1.5">
				{lines.map((line) => (
					<li key={lineKey(line)}>
						<Line line={line} currency={currency} />
					</li>
				))}
			</ul>
		</Fold>
	);
}

export function Line({
	line: { file, name, edition, price, refundedAt },
	currency,
	children,
}: {
	line: SaleLine;
	currency: Sale["currency"];
	/** before the picture */
	children?: ReactNode;
}) {
	const t = useTexts();
	return (
		<span className="flex min-w-0 items-center gap-3 text-15">
			{children}
			{name === null ? (
				<CoverThumb cover={null} icon={FILE_ICONS.image} className="size-10" />
			) : (
				<FileThumb fileId={file} className="size-10" />
			)}
			<span className="min-w-0 flex-1">
				<span className={`block truncate ${refundedAt ? "text-muted line-through" : ""}`}>
					{name ?? t("dashboard.saleAllPictures")}
				</span>
				<span className="block text-13 text-muted">
					{t(edition === "web" ? "dashboard.saleWeb" : "dashboard.saleFull")}
					{refundedAt && ` · ${t("dashboard.saleLineRefunded")}`}
				</span>
			</span>
			<span className="tabular">{formatMoney(price, currency)}</span>
		</span>
	);
}
