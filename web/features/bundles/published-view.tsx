import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import type { CreatedShare, MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useHowBuyersPay } from "../../lib/buying/how-buyers-pay.ts";
import { priceLabel } from "../../lib/buying/price-label.ts";
import { usePublishedTexts } from "../../lib/texts/published-texts.ts";
import { PublishedCard } from "../../shared/published-card.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { BundleMiniature } from "./bundle-miniature.tsx";
import { useTexts } from "./texts.ts";

type Props = { share: CreatedShare; parts: readonly MyShare[]; onAgain: () => void };

export function PublishedView({ share: { fileShare }, parts, onAgain }: Props) {
	const t = useTexts();
	const published = usePublishedTexts();
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		window.scrollTo(0, 0);
		heading.current?.focus({ preventScroll: true });
	}, []);
	const { title, shareId, pricing, price, currency } = fileShare;
	const pay = useHowBuyersPay(fileShare);
	return (
		<PublishedCard
			slug={shareId}
			title={title}
			heading={t("bundles.live")}
			headingRef={heading}
			summary={
				<p className="mt-1 break-words text-muted">
					{title} · <span className="tabular">{priceLabel(fileShare)}</span> ·{" "}
					{t("bundles.shares", { n: parts.length })}
				</p>
			}
			miniature={
				<BundleMiniature
					title={title}
					pricing={pricing}
					price={price}
					parts={parts}
					currency={currency}
				/>
			}
			actions={
				<>
					<Link to={paths.dashboard} className={buttonClass("primary")}>
						{published("published.dashboard")}
					</Link>
					<Button onClick={onAgain}>{t("bundles.again")}</Button>
				</>
			}
			steps={[t("bundles.how2", { pay }), t("bundles.how3")]}
		/>
	);
}
