import CircleCheck from "icons:circle-check";
import LayoutDashboard from "icons:layout-dashboard";
import { priceNow } from "../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { priceOf } from "../../../worker/contract/fields.ts";
import { leastPrice } from "../../../worker/contract/money.ts";
import { SWITCHES } from "../../../worker/contract/switches.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { answerBy } from "../../lib/buying/answer-by.ts";
import { useClosedShare } from "../../lib/buying/use-closed-share.ts";
import { afterPaying, withTerms } from "../../lib/buying/use-terms.ts";
import { formatMoney } from "../../lib/i18n/format.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { usePage } from "../../lib/page/page.ts";
import { BackLink } from "../../shared/back-link.tsx";
import { CheckoutOver } from "../../shared/checkout-over.tsx";
import { ConsentForm } from "../../shared/consent-form.tsx";
import { CookiesNeeded } from "../../shared/cookies-needed.tsx";
import { DiscountField } from "../../shared/discount-field.tsx";
import { LicenceFold } from "../../shared/licence-fold.tsx";
import { PageNotice } from "../../shared/page-notice.tsx";
import { PriceField } from "../../shared/price-field.tsx";
import ProcessingNotice from "../../shared/processing-notice.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DeclinedCard, OpenedCard, PaidCard, WaitingCard } from "./claim-cards.tsx";
import { FailedPage, MissingShare } from "./notices.tsx";
import { ClaimForm, Steps, type StepsProps } from "./steps.tsx";
import { Summary } from "./summary.tsx";
import { useTexts } from "./texts.ts";
import { type Direct, useDirect } from "./use-direct.ts";

export function DirectPaymentPage({ slug }: { slug: string }) {
	const t = useTexts();
	const direct = useDirect(slug);
	const { status, page } = direct;
	const isClosed = useClosedShare(slug, direct.failure);
	const way = direct.begun?.directBy ?? page?.creator.directBy;
	const heading =
		page?.creator.displayName && way
			? t("direct.heading", { name: page.creator.displayName, way })
			: t("direct.headingPlain");
	usePage(page && way ? t("direct.title", { title: page.fileShare.title, way }) : heading);
	switch (status) {
		case "missing":
			return isClosed ? null : <MissingShare />;
		case "failed":
			return <FailedPage direct={direct} />;
		case "already":
		case "own":
			return (
				<PageNotice
					icon={status === "own" ? LayoutDashboard : CircleCheck}
					title={t(`direct.${status}`)}
					action={
						<a className={buttonClass("primary")} href={paths.share(slug)}>
							{t("direct.openFiles")}
						</a>
					}
				>
					{t(`direct.${status}Text`)}
				</PageNotice>
			);
		default:
			return (
				<div className="gutters max-w-xl pt-4 pb-16">
					{!page?.checkout && <BackLink href={paths.share(slug)}>{t("direct.back")}</BackLink>}
					<h1 className="mt-3 text-28">{heading}</h1>
					<Summary page={page} items={direct.terms.items} price={direct.begun?.price} />
					{page && status === "form" && !page.checkout && (
						<div className="mt-4">
							<DiscountField
								key={direct.terms.code}
								slug={slug}
								discount={page.discount ?? null}
								onChange={(code) => direct.setTerms({ code })}
							/>
						</div>
					)}
					<LicenceFold licence={page?.licence} />
					<div className="mt-5">
						<Body direct={direct} slug={slug} />
					</div>
				</div>
			);
	}
}

function Body({ direct, slug }: { direct: Direct; slug: string }) {
	const { status, page, begun, claim } = direct;
	if (!navigator.cookieEnabled) return <CookiesNeeded />;
	if (status === "paid")
		return <PaidCard next={afterPaying(slug, direct.terms)} site={page?.checkout?.returnsTo} />;
	// A claim outlives its checkout.
	if (page?.checkout && page.checkout.state !== "open" && !claim)
		return <CheckoutOver slug={slug} state={page.checkout.state} />;
	if (page && direct.isOpenPrice && status !== "closed")
		return <Amount direct={direct} page={page} />;
	if (!page || status === "loading") return <LoadingSteps />;
	if (direct.asked && status === "consent")
		return (
			<Card>
				<ConsentForm asked={direct.asked} pending={false} onAgree={direct.agree} />
			</Card>
		);
	if (status === "closed") return <Closed page={page} direct={direct} />;
	const cardProps = {
		price: formatMoney(
			claim?.price ?? begun?.price ?? priceNow(page),
			claim?.currency ?? begun?.currency ?? page.fileShare.currency,
		),
		way: claim?.directBy ?? begun?.directBy ?? page.creator.directBy ?? "",
		reference: claim?.reference ?? begun?.reference ?? "",
	};
	if (status === "waiting")
		return (
			<WaitingCard
				{...cardProps}
				creator={page.creator.displayName}
				email={direct.email}
				mailsReceipt={begun?.mailsReceipt ?? false}
				onCorrect={() => direct.wantForm(true)}
			/>
		);
	if (status === "declined")
		return (
			<DeclinedCard
				{...cardProps}
				reason={claim?.reason ?? "not_found"}
				handle={begun?.cashAppHandle ?? begun?.directLink ?? cardProps.way}
				onAgain={() => direct.wantForm(true)}
			/>
		);
	if (status === "opened") return <OpenedCard {...cardProps} slug={slug} />;
	if (!begun) return <LoadingSteps />;
	if (status === "late") return <Late direct={direct} begun={begun} slug={slug} />;
	return <Steps direct={direct} begun={begun} slug={slug} />;
}

function Amount({ direct, page }: { direct: Direct; page: ShareResponse }) {
	const { fileShare, discount } = page;
	const least = priceNow(page);
	return (
		<Card>
			<PriceField
				currency={fileShare.currency}
				least={Number(least) === 0 ? priceOf(leastPrice(fileShare.currency)) : least}
				suggested={discount?.suggestedPrice ?? fileShare.suggestedPrice ?? least}
				chosen={direct.terms.amount}
				byCard={false}
				onChoose={(amount) => direct.setTerms({ amount })}
			/>
		</Card>
	);
}

function Closed({ page, direct }: { page: ShareResponse; direct: Direct }) {
	const t = useTexts();
	const { failure } = direct;
	if (failure?.code === "payment.processing")
		return <ProcessingNotice answerBy={answerBy(failure)} />;
	const isPaused = failure?.code === SWITCHES.directPayments;
	return (
		<Alert
			tone="warning"
			live
			title={t(isPaused ? "direct.paused" : "direct.closed")}
			action={
				<>
					{isPaused && (
						<Button size="sm" onClick={direct.retry}>
							{t("direct.retry")}
						</Button>
					)}
					{page.creator.acceptsCard && (
						<a
							className={buttonClass("plain", "sm")}
							href={withTerms(paths.payment(page.fileShare.shareId), direct.terms)}
						>
							{t("direct.payCard")}
						</a>
					)}
				</>
			}
		>
			{failureText(failure, t("direct.tryAgain"))}
		</Alert>
	);
}

/** Earlier payments may still be claimed. */
function Late({ direct, begun, slug }: StepsProps) {
	const t = useTexts();
	const closed = begun.closed ?? "not_for_sale";
	return (
		<>
			<Alert tone="warning" title={t(`direct.late.${closed}`)}>
				{t(closed === "already_open" ? "direct.lateOpenText" : "direct.lateText")}
			</Alert>
			<Card className="mt-4">
				<ClaimForm direct={direct} begun={begun} slug={slug} />
			</Card>
		</>
	);
}

function LoadingSteps() {
	const t = useTexts();
	return (
		<div role="status" aria-label={t("direct.loading")} className="grid gap-4">
			<Skeleton className="h-56" />
			<Skeleton className="h-36" />
			<Skeleton className="h-80" />
		</div>
	);
}
