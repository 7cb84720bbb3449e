import Megaphone from "icons:megaphone";
import type { ComponentProps } from "react";
import { Link } from "react-router-dom";
import type { CreatedShare } from "../../../../worker/catalogue/shares/contract/shares.ts";
import { paths } from "../../../lib/addresses/paths.ts";
import { useHowBuyersPay } from "../../../lib/buying/how-buyers-pay.ts";
import { formatNumber } from "../../../lib/i18n/format.ts";
import { usePublishedTexts } from "../../../lib/texts/published-texts.ts";
import { Money } from "../../../shared/money.tsx";
import { PublishedCard } from "../../../shared/published-card.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { PreviewMaker, PreviewsStatus } from "../previews-status.tsx";
import { useTexts } from "../texts.ts";

export function SuccessView({
	share,
	onAgain,
	copying,
}: {
	share: CreatedShare;
	onAgain: () => void;
} & Pick<ComponentProps<typeof PublishedCard>, "copying">) {
	const t = useTexts();
	const published = usePublishedTexts();
	const pay = useHowBuyersPay(share.fileShare);
	const { title, shareId: slug, price, currency, fileCount, checking, changedAt } = share.fileShare;
	return (
		<>
			<PublishedCard
				slug={slug}
				title={title}
				heading={t(checking ? "upload.beingChecked" : "upload.success")}
				summary={
					<>
						{checking ? (
							<p className="mt-1">{t("upload.beingCheckedText")}</p>
						) : (
							<p className="mt-1 font-semibold text-17">{t("upload.live")}</p>
						)}
						<p className="break-words text-muted">
							{title} · <Money price={price} currency={currency} /> ·{" "}
							{t("upload.fileTotal", { n: fileCount, files: formatNumber(fileCount) })}
						</p>
					</>
				}
				copying={copying}
				actions={
					<>
						{changedAt && !checking && (
							<Link to={`${paths.dashboard}?tell=${slug}`} className={buttonClass("primary")}>
								<Icon of={Megaphone} />
								{t("upload.tellBuyers")}
							</Link>
						)}
						<Button onClick={onAgain}>{t("upload.again")}</Button>
						<Link to={paths.dashboard} className={buttonClass("plain")}>
							{published("published.dashboard")}
						</Link>
					</>
				}
				steps={[t("upload.how2", { pay }), t("upload.how3")]}
			/>
			<PreviewMaker />
			<PreviewsStatus slug={slug} explains />
		</>
	);
}
