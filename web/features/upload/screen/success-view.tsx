import { CircleCheck, Eye, Megaphone, Share2 } from "lucide-react";
import { Link } from "react-router-dom";
import type { CreatedShare } from "../../../../worker/contract/shares.ts";
import { formatNumber } from "../../../lib/format.ts";
import { paths, shareLink } from "../../../lib/paths.ts";
import { hasShareSheet, openShareSheet } from "../../../lib/share-sheet.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Money } from "../../../ui/money.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { LinkField } from "../link-field.tsx";
import { useTexts } from "../texts.ts";
import { PageMiniature } from "./page-miniature.tsx";

/** The share is published: its page in small, the link in every form, and what happens next. */
export function SuccessView({ share, onAgain }: { share: CreatedShare; onAgain: () => void }) {
	const t = useTexts();
	const { title, shareId: slug, price, fileCount, checking, changedAt } = share.fileShare;
	const link = shareLink(slug);
	return (
		<Card className="mx-auto w-full max-w-4xl animate-rise p-5 sm:p-8">
			<div className="flex flex-col gap-8 md:flex-row md:items-start">
				<div className="min-w-0 flex-1">
					<div className="flex items-start gap-4">
						<span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary/12 text-primary">
							<Icon of={CircleCheck} size={24} />
						</span>
						<div className="min-w-0">
							<h2 className="text-28 focus:outline-none">
								{t(checking ? "upload.beingChecked" : "upload.success")}
							</h2>
							{checking ? (
								<p className="mt-1">{t("upload.beingCheckedText")}</p>
							) : (
								<p className="mt-1 font-semibold text-17">{t("upload.live")}</p>
							)}
							<p className="break-words text-muted">
								{title} · <Money price={price} /> ·{" "}
								{t("upload.fileTotal", { n: fileCount, files: formatNumber(fileCount) })}
							</p>
						</div>
					</div>
					<div className="mt-6">
						<LinkField slug={slug} />
					</div>
					<div className="mt-4 flex flex-wrap items-center gap-5">
						<QrCode link={link} alt={t("upload.qrAlt", { link })} size={132} />
						<div className="flex min-w-48 flex-1 flex-col gap-2">
							{hasShareSheet() && (
								<Button
									icon={<Icon of={Share2} />}
									onClick={() => void openShareSheet(title, link)}
								>
									{t("upload.shareSheet")}
								</Button>
							)}
							<a href={`${paths.share(slug)}?as=buyer`} className={buttonClass("plain")}>
								<Icon of={Eye} />
								{t("upload.asBuyer")}
							</a>
							<p className="text-13 text-muted">{t("upload.qrHint")}</p>
						</div>
					</div>
				</div>
				<div className="flex justify-center md:pt-2">
					<PageMiniature slug={slug} />
				</div>
			</div>
			<div className="mt-8 flex flex-wrap gap-3 border-line border-t pt-6">
				{changedAt && !checking && (
					<Link to={`${paths.dashboard}?tell=${slug}`} className={buttonClass("primary")}>
						<Icon of={Megaphone} />
						{t("upload.tellBuyers")}
					</Link>
				)}
				<Button onClick={onAgain}>{t("upload.again")}</Button>
				<Link to={paths.dashboard} className={buttonClass("plain")}>
					{t("upload.dashboard")}
				</Link>
			</div>
			<section aria-labelledby="how-title" className="mt-8 border-line border-t pt-6">
				<h3 id="how-title" className="font-semibold">
					{t("upload.how")}
				</h3>
				<ol className="mt-3 flex list-decimal flex-col gap-2 ps-5 text-muted marker:text-primary">
					<li>{t("upload.how1")}</li>
					<li>{t("upload.how2")}</li>
					<li>{t("upload.how3")}</li>
				</ol>
			</section>
		</Card>
	);
}
