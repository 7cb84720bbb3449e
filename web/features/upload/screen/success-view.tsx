import { CircleCheck, ExternalLink } from "lucide-react";
import { Link } from "react-router-dom";
import type { CreatedShare } from "../../../../worker/contract/shares.ts";
import { formatNumber } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Money } from "../../../ui/money.tsx";
import { LinkField } from "../link-field.tsx";
import { useTexts } from "../texts.ts";

/** The share is published: the link, the price, and what happens next. */
export function SuccessView({ share, onAgain }: { share: CreatedShare; onAgain: () => void }) {
	const t = useTexts();
	const { title, shareId: slug, price, fileCount } = share.fileShare;
	return (
		<Card className="mx-auto w-full max-w-reading animate-rise p-5 sm:p-8">
			<div className="flex items-start gap-4">
				<span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary/12 text-primary">
					<Icon of={CircleCheck} size={24} />
				</span>
				<div className="min-w-0">
					<h2 className="text-28 focus:outline-none">{t("upload.success")}</h2>
					<p className="mt-1 text-muted">{title}</p>
				</div>
			</div>
			<div className="mt-6">
				<LinkField slug={slug} />
			</div>
			<dl className="mt-6 grid grid-cols-2 gap-px overflow-hidden rounded-control border border-line bg-line">
				<div className="bg-surface px-4 py-3">
					<dt className="text-13 text-muted">{t("upload.price")}</dt>
					<dd className="font-display font-semibold text-21">
						<Money price={price} />
					</dd>
				</div>
				<div className="bg-surface px-4 py-3">
					<dt className="text-13 text-muted">{t("upload.fileCount")}</dt>
					<dd className="tabular font-display font-semibold text-21">{formatNumber(fileCount)}</dd>
				</div>
			</dl>
			<div className="mt-6 flex flex-wrap gap-3">
				<Button onClick={onAgain}>{t("upload.again")}</Button>
				<Link to={paths.dashboard} className={buttonClass("plain")}>
					{t("upload.dashboard")}
				</Link>
				<a href={paths.share(slug)} className={buttonClass("quiet")}>
					{t("upload.open")}
					<Icon of={ExternalLink} size={18} />
				</a>
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
