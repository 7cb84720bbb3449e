import Package from "icons:package";
import type { Receipt, ReceiptPart } from "../../../worker/customers/receipts/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatDate } from "../../lib/i18n/format.ts";
import { CoverThumb } from "../../shared/cover-thumb.tsx";
import { isOpen } from "./merge-purchases.ts";
import { useTexts } from "./texts.ts";

type Props = { receipt: Receipt; className: string };

export function PartLinks({ receipt, className }: Props) {
	const t = useTexts();
	const { parts } = receipt;
	if (!parts) return null;
	return (
		<ul aria-label={t("purchases.parts")} className={className}>
			{parts.map((part) => (
				<Part key={part.shareId} part={part} isLink={isOpen(receipt) && !part.filesGone} />
			))}
		</ul>
	);
}

function Part({ part, isLink }: { part: ReceiptPart; isLink: boolean }) {
	const t = useTexts();
	const { shareId, title, cover, downloadUntil, filesGone } = part;
	const notice = filesGone
		? t("purchases.gone")
		: downloadUntil && t("purchases.until", { date: formatDate(downloadUntil) });
	return (
		<li className="flex min-w-0 items-center gap-2.5">
			<span className="print:hidden">
				<CoverThumb cover={cover} icon={Package} className="size-9" />
			</span>
			<span className="wrap-anywhere min-w-0">
				{isLink ? (
					<a className="prose-link" href={paths.share(shareId)}>
						{title}
					</a>
				) : (
					title
				)}
				{notice && <span className="block text-13 text-muted">{notice}</span>}
			</span>
		</li>
	);
}
