import { shareViewStatusOf } from "../../../../worker/catalogue/shares/contract/share-view.ts";
import type {
	BundlePart,
	ShareResponse,
} from "../../../../worker/catalogue/shares/contract/shares.ts";
import type { FileIcon } from "../../../../worker/files/contract/file-type.ts";
import { formatSize } from "../../../lib/i18n/format.ts";
import { BuyBar } from "../buy-bar.tsx";
import { ClosedBar } from "../closed-offer.tsx";
import { Lead } from "../lead.tsx";
import { MoreShares } from "../more-shares.tsx";
import { Notices } from "../notices.tsx";
import { isConfirming, type PaymentReturn } from "../payment-return.ts";
import { Section } from "../section.tsx";
import { useTexts } from "../texts.ts";
import { BundleCard } from "./bundle-card.tsx";
import { PartCard } from "./part-card.tsx";
import { useBundleTexts } from "./texts.ts";

/** More kinds are counted as files. */
const KINDS_NAMED = 2;

/** Most frequent first. */
function kindsIn(parts: readonly BundlePart[]): [FileIcon, number][] {
	const counts = new Map<FileIcon, number>();
	for (const { kinds } of parts)
		for (const { kind, n } of kinds) counts.set(kind, (counts.get(kind) ?? 0) + n);
	return [...counts].sort((a, b) => b[1] - a[1]);
}

export function BundlePage({ page, payment }: { page: ShareResponse; payment: PaymentReturn }) {
	const t = useBundleTexts();
	const inShare = useTexts();
	const { fileShare, bundle } = page;
	if (!bundle) return null;
	const { parts } = bundle;
	const viewStatus = shareViewStatusOf(page);
	const isPaid = viewStatus === "paid";
	const isPaying = isConfirming(payment);
	const kinds = kindsIn(parts);
	const contents = [
		t("bundle.shares", { n: parts.length }),
		...(kinds.length > KINDS_NAMED
			? [inShare("share.fileCount", { n: fileShare.fileCount })]
			: kinds.map(([kind, n]) => inShare(`share.kind.${kind}`, { n }))),
		formatSize(fileShare.totalSize),
	];
	return (
		<div className="gutters max-w-content pt-2 pb-10 lg:pt-4">
			<Notices page={page} payment={payment} />
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 [grid-template-areas:'lead'_'files'_'card'] lg:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)] lg:gap-x-10 lg:[grid-template-areas:'files_side']">
				{/* Early in the document, for the Tab key. */}
				<div className="side-column contents lg:block lg:[grid-area:side]">
					<div className="min-w-0 [grid-area:lead]">
						<Lead page={page} contents={contents} />
					</div>
					{!isPaid && !isPaying && <BuyBar page={page} closed={<ClosedBar page={page} />} />}
					<div className="min-w-0 [grid-area:card] lg:mt-5">
						<BundleCard page={page} bundle={bundle} isPaying={isPaying} />
					</div>
				</div>
				<div className="min-w-0 [grid-area:files]">
					<Section title={t(isPaid ? "bundle.yours" : "bundle.parts")}>
						{isPaid && <p className="-mt-2 mb-4 text-muted">{t("bundle.openEach")}</p>}
						<ul className="grid gap-3 sm:grid-cols-2 sm:gap-5">
							{parts.map((part, at) => (
								<li key={part.shareId} className="min-w-0">
									<PartCard
										part={part}
										isMarked={!isPaid && viewStatus !== "owner"}
										eager={at < 4}
									/>
								</li>
							))}
						</ul>
					</Section>
				</div>
			</div>
			<MoreShares page={page} />
		</div>
	);
}
