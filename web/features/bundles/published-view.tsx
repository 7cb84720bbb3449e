import { CircleCheck, Eye, Share2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import type { CreatedShare, MyShare } from "../../../worker/contract/shares.ts";
import { paths, shareLink } from "../../lib/paths.ts";
import { priceLabel } from "../../lib/price-label.ts";
import { hasShareSheet, openShareSheet } from "../../lib/share-sheet.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { toast } from "../../ui/toast.ts";
import { BundleMiniature } from "./bundle-miniature.tsx";
import { useTexts } from "./texts.ts";

type Props = { share: CreatedShare; parts: readonly MyShare[]; onAgain: () => void };

/** The bundle is published: its link in every form, and its page in small. */
export function PublishedView({ share: { fileShare }, parts, onAgain }: Props) {
	const t = useTexts();
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		// The button that led here is gone.
		window.scrollTo(0, 0);
		heading.current?.focus({ preventScroll: true });
	}, []);
	const { title, shareId, pricing, price } = fileShare;
	const link = shareLink(shareId);
	return (
		<Card className="mx-auto w-full max-w-4xl animate-rise p-5 sm:p-8">
			<div className="flex flex-col gap-8 md:flex-row md:items-start">
				<div className="min-w-0 flex-1">
					<div className="flex items-start gap-4">
						<span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary/12 text-primary">
							<Icon of={CircleCheck} size={24} />
						</span>
						<div className="min-w-0">
							<h2 ref={heading} tabIndex={-1} className="text-28 focus:outline-none">
								{t("bundles.live")}
							</h2>
							<p className="mt-1 break-words text-muted">
								{title} · <span className="tabular">{priceLabel(fileShare)}</span> ·{" "}
								{t("bundles.shares", { n: parts.length })}
							</p>
						</div>
					</div>
					<div className="mt-6">
						<CopyField
							label={t("bundles.link")}
							value={link}
							copyLabel={t("bundles.copy")}
							copiedLabel={t("bundles.copied")}
							onFailed={() =>
								toast({
									tone: "destructive",
									title: t("bundles.copyFailed"),
									text: t("bundles.copyFailedText"),
								})
							}
						/>
					</div>
					<div className="mt-4 flex flex-wrap items-center gap-5">
						<QrCode link={link} alt={t("bundles.qrAlt", { link })} size={132} />
						<div className="flex min-w-48 flex-1 flex-col gap-2">
							{hasShareSheet() && (
								<Button
									icon={<Icon of={Share2} />}
									onClick={() => void openShareSheet(title, link)}
								>
									{t("bundles.shareSheet")}
								</Button>
							)}
							<a href={`${paths.share(shareId)}?as=buyer`} className={buttonClass("plain")}>
								<Icon of={Eye} />
								{t("bundles.asBuyer")}
							</a>
							<p className="text-13 text-muted">{t("bundles.qrHint")}</p>
						</div>
					</div>
				</div>
				<div className="flex justify-center md:pt-2">
					<BundleMiniature {...{ title, pricing, price, parts }} />
				</div>
			</div>
			<div className="mt-8 flex flex-wrap gap-3 border-line border-t pt-6">
				<Link to={paths.dashboard} className={buttonClass("primary")}>
					{t("bundles.dashboard")}
				</Link>
				<Button onClick={onAgain}>{t("bundles.again")}</Button>
			</div>
			<section aria-labelledby="how-title" className="mt-8 border-line border-t pt-6">
				<h3 id="how-title" className="font-semibold">
					{t("bundles.how")}
				</h3>
				<ol className="mt-3 flex list-decimal flex-col gap-2 ps-5 text-muted marker:text-primary">
					<li>{t("bundles.how1")}</li>
					<li>{t("bundles.how2")}</li>
					<li>{t("bundles.how3")}</li>
				</ol>
			</section>
		</Card>
	);
}
