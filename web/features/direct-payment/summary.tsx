import CircleCheck from "icons:circle-check";
import Layers from "icons:layers";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { orderIn, orderPrice } from "../../lib/buying/order-price.ts";
import { formatList, formatMoney, formatSize } from "../../lib/i18n/format.ts";
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
	price: string | undefined;
}) {
	const t = useTexts();
	if (!page) return <Skeleton className="mt-4 h-29" />;
	const { fileShare, creator, bundle } = page;
	const order = orderIn(page, items);
	return (
		<>
			<div className="mt-4 flex min-h-20 flex-wrap items-start gap-x-4 gap-y-3">
				<CoverThumb
					cover={page.cover}
					icon={bundle ? Layers : FILE_ICONS[page.files[0]?.icon ?? "generic"]}
					className="size-20"
				/>
				<div className="min-w-0 flex-1 basis-40">
					<p className="break-words font-semibold text-17">{fileShare.title}</p>
					{creator.displayName && (
						<p className="text-muted">{t("direct.by", { name: creator.displayName })}</p>
					)}
					{order ? (
						<OrderedFiles order={order} />
					) : (
						<p className="tabular text-13 text-muted">
							{t("direct.files", { n: fileShare.fileCount, size: formatSize(fileShare.totalSize) })}
						</p>
					)}
					{bundle && (
						<p className="wrap-anywhere mt-1 text-13">
							{formatList(bundle.parts.map(({ title }) => title))}
						</p>
					)}
				</div>
				<p className="flex items-baseline justify-between gap-3 max-sm:w-full sm:ms-auto sm:block sm:text-end">
					<span className="block text-13 text-muted">{t("direct.total")}</span>
					<span className="tabular font-display text-28 font-semibold">
						{formatMoney(price ?? orderPrice(page, items), fileShare.currency)}
					</span>
				</p>
			</div>
			<p className="mt-3 flex gap-2 text-15">
				<Icon of={CircleCheck} className="mt-px text-primary" />
				{t("direct.noFee")}
			</p>
		</>
	);
}
