import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { priceNow } from "../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { SWITCHES } from "../../../worker/contract/switches.ts";
import { directName } from "../../../worker/payments/direct/contract/direct-way.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { answerBy } from "../../lib/buying/answer-by.ts";
import { orderIn, orderPrice } from "../../lib/buying/order-price.ts";
import { useClosedShare } from "../../lib/buying/use-closed-share.ts";
import { afterPaying, type Terms, useTerms, withTerms } from "../../lib/buying/use-terms.ts";
import { useChallenge } from "../../lib/forms/use-challenge.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { usePage } from "../../lib/page/page.ts";
import { type ApiFailure, isTransient } from "../../lib/server/failure.ts";
import { usePublicConfig } from "../../lib/server/queries/config.ts";
import { useShareResponse } from "../../lib/server/queries/share.ts";
import { useBuyingTexts } from "../../lib/texts/buying-texts.ts";
import { BackLink } from "../../shared/back-link.tsx";
import { ChallengeBox } from "../../shared/challenge-box.tsx";
import { CheckoutOver } from "../../shared/checkout-over.tsx";
import { ConsentForm, ConsentNote } from "../../shared/consent-form.tsx";
import { CookiesNeeded } from "../../shared/cookies-needed.tsx";
import { DiscountField } from "../../shared/discount-field.tsx";
import { LicenceFold } from "../../shared/licence-fold.tsx";
import { PriceField } from "../../shared/price-field.tsx";
import ProcessingNotice from "../../shared/processing-notice.tsx";
import { StripeElements } from "../../shared/stripe-elements.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CardForm } from "./card-form.tsx";
import { FreeForm } from "./free-form.tsx";
import { Failed, FormSkeleton, Missing } from "./states.tsx";
import { SuccessCard } from "./success-card.tsx";
import { Summary } from "./summary.tsx";
import { useTexts } from "./texts.ts";
import { useIntent } from "./use-payment.ts";

/** Shown for two seconds, unless the address is being corrected. */
type Paid = { paymentIntentId: string; email: string };

export function PaymentPage({ slug }: { slug: string }) {
	const t = useTexts();
	const [terms, setTerms] = useTerms();
	const { data: page, error, mutate } = useShareResponse(slug, terms);
	const [paid, setPaid] = useState<Paid | null>(null);
	// Kept for other terms, which make a new form.
	const email = useRef("");
	const share = page?.fileShare;
	usePage(share ? t("checkout.title", { title: share.title }) : t("checkout.heading"));
	const isBought = page ? orderIn(page, terms.items)?.files.length === 0 : false;
	const hasAccess = share ? share.isPaid || share.isOwner || isBought : false;
	useEffect(() => {
		if (hasAccess && !paid) location.replace(paths.share(slug));
	}, [hasAccess, paid, slug]);

	const isClosed = useClosedShare(slug, error);
	// A loaded page stays if a later request fails.
	if (error && !page && !isClosed)
		return isTransient(error) ? (
			<Failed error={error} onRetry={() => void mutate()} />
		) : (
			<Missing />
		);
	return (
		<div className="gutters max-w-xl pt-4 pb-16">
			{!page?.checkout && <BackLink href={paths.share(slug)}>{t("checkout.back")}</BackLink>}
			<h1 className="mt-3 text-28">{t("checkout.heading")}</h1>
			<Summary page={page} items={terms.items} price={page ? priceOf(page, terms) : null} />
			{page && !hasAccess && !paid && !page.checkout && page.fileShare.pricing !== "free" && (
				<div className="mt-4">
					<DiscountField
						key={terms.code}
						slug={slug}
						discount={page.discount ?? null}
						onChange={(code) => setTerms({ code })}
					/>
				</div>
			)}
			<LicenceFold licence={page?.licence} />
			<Card className="mt-5">
				{paid ? (
					<SuccessCard page={page} slug={slug} next={afterPaying(slug, terms)} {...paid} />
				) : page && !hasAccess ? (
					<Step page={page} terms={terms} email={email} onTerms={setTerms} onPaid={setPaid} />
				) : (
					<FormSkeleton />
				)}
			</Card>
		</div>
	);
}

/** Null until the buyer has chosen an amount. */
function priceOf(page: ShareResponse, { amount, items }: Terms): string | null {
	// The checkout's price is gone; the share's differs.
	if (page.checkout?.state === "ended") return null;
	return page.fileShare.pricing === "chosen" ? amount : orderPrice(page, items);
}

type StepProps = {
	page: ShareResponse;
	terms: Terms;
	email: RefObject<string>;
	onTerms: (change: Partial<Terms>) => void;
	onPaid: (paid: Paid) => void;
};

function Step({ page, terms, email, onTerms, onPaid }: StepProps) {
	const t = useBuyingTexts();
	const { fileShare, discount, checkout, creator } = page;
	if (!navigator.cookieEnabled) return <CookiesNeeded />;
	if (checkout && checkout.state !== "open")
		return <CheckoutOver slug={fileShare.shareId} state={checkout.state} />;
	const isChosen = fileShare.pricing === "chosen";
	const least = priceNow(page);
	const price = priceOf(page, terms);
	// The code may be gone since.
	if (isChosen && (price === null || Number(price) < Number(least)))
		return (
			<PriceField
				currency={fileShare.currency}
				least={least}
				suggested={discount?.suggestedPrice ?? fileShare.suggestedPrice ?? least}
				chosen={terms.amount}
				byCard={creator.acceptsCard && !creator.acceptsDirect}
				onChoose={(amount) => onTerms({ amount })}
			/>
		);
	const choice = {
		code: discount?.price ? discount.code : null,
		amount: isChosen ? price : null,
		checkout: terms.checkout,
		items: terms.items,
	};
	return (
		<>
			{Number(price) === 0 ? (
				<FreeForm page={page} terms={choice} email={email} />
			) : (
				<Form page={page} wanted={choice} email={email} onPaid={onPaid} />
			)}
			{isChosen && (
				<Button tone="quiet" className="mt-3 w-full" onClick={() => onTerms({ amount: null })}>
					{t("buying.changeAmount")}
				</Button>
			)}
		</>
	);
}

type FormProps = { wanted: Terms } & Pick<StepProps, "page" | "email" | "onPaid">;

function Form({ page, wanted, email, onPaid }: FormProps) {
	const t = useTexts();
	const config = usePublicConfig();
	const { shareId: slug } = page.fileShare;
	const { intent, failure, retry, asked, isAgreeing, agree, checkAddress } = useIntent(
		page,
		page.creator.acceptsCard,
		wanted,
	);
	const [isChecked, setChecked] = useState(false);
	const [isBlocked, setBlocked] = useState(false);
	const onBlocked = useCallback(() => setBlocked(true), []);
	const alreadyPaid = failure?.code === "payment.already_paid";
	useEffect(() => {
		if (alreadyPaid) location.replace(paths.share(slug));
	}, [alreadyPaid, slug]);

	const isPaused = failure?.code === SWITCHES.cardPayments;
	if (failure?.code === "challenge.failed")
		return (
			<HumanCheck
				failure={isChecked ? failure : null}
				onSolved={(headers) => {
					setChecked(true);
					retry(headers);
				}}
			/>
		);
	if (failure?.code === "payment.processing")
		return <ProcessingNotice answerBy={answerBy(failure)} />;
	const isFinal = failure && failure.code !== "share.changed" && !isTransient(failure);
	const canPay = page.creator.acceptsCard && !isPaused && !isFinal;
	const direct = withTerms(paths.directPayment(slug), wanted);
	if (!canPay)
		return (
			<Closed
				page={page}
				failure={failure}
				direct={direct}
				onRetry={isPaused ? () => retry() : () => location.reload()}
			/>
		);
	if (failure)
		return (
			<Alert
				tone="danger"
				live
				action={<Button onClick={() => retry()}>{t("checkout.retry")}</Button>}
			>
				{failureText(failure, t("checkout.errorText"))}
			</Alert>
		);
	if (isBlocked)
		return (
			<Alert
				tone="danger"
				live
				action={<Button onClick={() => location.reload()}>{t("checkout.retry")}</Button>}
			>
				{t("checkout.scriptFailed")}
			</Alert>
		);
	if (asked && !intent) return <ConsentForm asked={asked} pending={isAgreeing} onAgree={agree} />;
	if (!intent || !config) return <FormSkeleton />;
	// A client secret begins with its object's id.
	const [paymentIntentId = ""] = intent.clientSecret.split("_secret_");
	return (
		<StripeElements
			key={paymentIntentId}
			config={config}
			clientSecret={intent.clientSecret}
			onFailure={onBlocked}
		>
			{page.creator.directBy === directName(null) && (
				<p className="mb-4 text-13 text-muted">{t("checkout.onlineNext")}</p>
			)}
			<CardForm
				slug={slug}
				items={wanted.items}
				checkout={page.checkout}
				paymentIntentId={paymentIntentId}
				price={(intent.amount / 100).toFixed(2)}
				currency={intent.currency}
				email={email}
				onAddress={checkAddress}
				onPaid={(buyer) => onPaid({ paymentIntentId, email: buyer })}
			/>
			{asked && <ConsentNote asked={asked} />}
			{page.creator.directBy && (
				<div className="mt-6 border-line border-t pt-4">
					<a className={`${buttonClass()} w-full`} href={direct}>
						{t("checkout.insteadDirect", { way: page.creator.directBy })}
					</a>
					<p className="mt-2 text-13 text-muted">{t("checkout.directNext")}</p>
				</div>
			)}
		</StripeElements>
	);
}

/** After many attempts or declined cards. */
function HumanCheck({
	failure,
	onSolved,
}: {
	failure: ApiFailure | null;
	onSolved: (headers: Record<string, string>) => void;
}) {
	const t = useTexts();
	const challenge = useChallenge("pay");
	return (
		<div className="grid gap-5">
			<p>{t("checkout.humanCheck")}</p>
			{failure && (
				<Alert tone="danger" live>
					{failureText(failure, t("checkout.errorText"))}
				</Alert>
			)}
			<ChallengeBox challenge={challenge} away={t("checkout.challengeAway")} />
			<Button
				tone="primary"
				size="lg"
				className="w-full"
				onClick={() => onSolved(challenge.headers())}
			>
				{t("checkout.humanCheckDone")}
			</Button>
		</div>
	);
}

function Closed({
	page,
	failure,
	direct,
	onRetry,
}: {
	page: ShareResponse;
	failure: ApiFailure | null;
	direct: string;
	onRetry: () => void;
}) {
	const t = useTexts();
	const isPaused = page.creator.paused?.includes("card") || failure?.code === SWITCHES.cardPayments;
	const text = failure && failureText(failure, t("checkout.errorText"));
	return (
		<Alert
			tone="warning"
			live
			title={t(isPaused ? "checkout.pausedTitle" : "checkout.closedTitle")}
			action={
				<>
					{isPaused && (
						<Button size="sm" onClick={onRetry}>
							{t("checkout.retry")}
						</Button>
					)}
					{page.creator.directBy && (
						<a className={buttonClass("plain", "sm")} href={direct}>
							{t("checkout.insteadDirect", { way: page.creator.directBy })}
						</a>
					)}
				</>
			}
		>
			{isPaused ? t("checkout.pausedText") : text}
		</Alert>
	);
}
