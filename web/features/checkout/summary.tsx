import Check from "icons:check";
import CloudDownload from "icons:cloud-download";
import Layers from "icons:layers";
import type { Bundle, ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { orderIn } from "../../lib/buying/order-price.ts";
import { formatMoney, formatSize } from "../../lib/i18n/format.ts";
import { useBuyingTexts } from "../../lib/texts/buying-texts.ts";
import { CoverThumb } from "../../shared/cover-thumb.tsx";
import { FILE_ICONS } from "../../shared/file-icons.ts";
import { OrderedFiles } from "../../shared/ordered-files.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useTexts } from "./texts.ts";

export function Summary({
	page,
	items,
	price,
}: {
	page: ShareResponse | undefined;
	/** the code of single files; null for the whole share */
	items: string | null;
	/** decimal string; null until the buyer has chosen it */
	price: string | null;
}) {
	const t = useTexts();
	const buying = useBuyingTexts();
	if (!page) return <Skeleton className="mt-4 h-20" />;
	const { fileShare, creator, cover, files, bundle } = page;
	const order = orderIn(page, items);
	// A checkout's price was agreed.
	const isReduced =
		price !== null && !page.checkout && !order && Number(price) < Number(fileShare.price);
	return (
		<div className="mt-4 flex min-h-20 flex-wrap items-start justify-between gap-x-6 gap-y-3">
			<div className="flex min-w-0 flex-1 basis-64 flex-wrap gap-4">
				<CoverThumb
					cover={cover}
					icon={bundle ? Layers : FILE_ICONS[files[0]?.icon ?? "generic"]}
					className="size-[min(5rem,20vw)]"
				/>
				<div className="min-w-0 flex-1 basis-36">
					<p className="break-words font-semibold text-17">{fileShare.title}</p>
					{creator.displayName && (
						<p className="break-words text-muted">
							{t("checkout.by", { name: creator.displayName })}
						</p>
					)}
					{order ? (
						<OrderedFiles order={order} />
					) : (
						<p className="tabular text-13 text-muted">
							{t("checkout.files", {
								n: fileShare.fileCount,
								size: formatSize(fileShare.totalSize),
							})}
						</p>
					)}
					{bundle && <PartNames bundle={bundle} />}
					<p className="mt-1 flex flex-wrap items-center gap-1.5 text-13">
						<Icon of={CloudDownload} size={16} className="text-primary" />
						{t("checkout.instant")}
					</p>
				</div>
			</div>
			{price !== null && (
				<p className="flex items-baseline justify-between gap-3 max-sm:w-full sm:ms-auto sm:block sm:text-end">
					<span className="block text-13 text-muted max-sm:me-auto">{t("checkout.total")}</span>
					{isReduced && fileShare.pricing === "fixed" && (
						<s className="tabular me-2 text-muted">
							<span className="sr-only">{buying("buying.before")} </span>
							{formatMoney(fileShare.price, fileShare.currency)}
						</s>
					)}
					<span className="tabular font-display text-28 font-semibold">
						{Number(price) === 0 ? buying("buying.free") : formatMoney(price, fileShare.currency)}
					</span>
				</p>
			)}
		</div>
	);
}

function PartNames({ bundle: { parts } }: { bundle: Bundle }) {
	const t = useTexts();
	return (
		<ul className="mt-2 grid gap-1 text-13" aria-label={t("checkout.parts")}>
			{parts.map(({ shareId, title, isPaid }) => (
				<li key={shareId} className="flex gap-1.5">
					<Icon of={Check} size={16} className="mt-0.5 text-primary" />
					<span className="wrap-anywhere min-w-0">
						{title}
						{isPaid && <span className="text-muted"> · {t("checkout.partOwned")}</span>}
					</span>
				</li>
			))}
		</ul>
	);
}
