import { ArrowLeft, CloudDownload, SearchX, WifiOff } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import type { ShareResponse } from "../../../worker/contract/shares.ts";
import { SWITCHES } from "../../../worker/contract/switches.ts";
import { type ApiFailure, isTransient } from "../../lib/failure.ts";
import { formatMoney, formatSize } from "../../lib/format.ts";
import { usePage } from "../../lib/page.ts";
import { paths } from "../../lib/paths.ts";
import { usePublicConfig } from "../../lib/queries/config.ts";
import { useShareResponse } from "../../lib/queries/share.ts";
import { failureText } from "../../lib/server-texts.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CoverThumb } from "../../ui/cover-thumb.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FILE_ICONS } from "../../ui/file-icons.ts";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StripeElements } from "../../ui/stripe-elements.tsx";
import { CardForm } from "./card-form.tsx";
import { SuccessCard } from "./success-card.tsx";
import { useTexts } from "./texts.ts";
import { useIntent } from "./use-payment.ts";

/** How many files are named. */
const NAMES_SHOWN = 3;
/** The successful result: shown for two seconds, then the files, unless it is touched. */
type Paid = { paymentIntentId: string; email: string };

/** The card payment page: the item, the price, the form. */
export function PaymentPage({ slug }: { slug: string }) {
	const t = useTexts();
	const { data: page, error, mutate } = useShareResponse(slug);
	const [paid, setPaid] = useState<Paid | null>(null);
	const share = page?.fileShare;
	usePage(share ? t("checkout.title", { title: share.title }) : t("checkout.heading"));
	const hasAccess = share ? share.isPaid || share.isOwner : false;
	useEffect(() => {
		if (hasAccess && !paid) location.replace(paths.share(slug));
	}, [hasAccess, paid, slug]);

	// A page that was loaded stays visible when a later request fails.
	if (error && !page)
		return isTransient(error) ? (
			<Failed error={error} onRetry={() => void mutate()} />
		) : (
			<Missing />
		);
	return (
		<div className="gutters max-w-xl pt-4 pb-16">
			<a className="btn btn-ghost btn-sm -ms-3 text-muted" href={paths.share(slug)}>
				<Icon of={ArrowLeft} />
				{t("checkout.back")}
			</a>
			<h1 className="mt-3 text-28">{t("checkout.heading")}</h1>
			<Summary page={page} />
			<Card className="mt-5">
				{paid ? (
					<SuccessCard page={page} slug={slug} {...paid} />
				) : page && !hasAccess ? (
					<Form page={page} onPaid={setPaid} />
				) : (
					<FormSkeleton />
				)}
			</Card>
		</div>
	);
}

function Summary({ page }: { page: ShareResponse | undefined }) {
	const t = useTexts();
	if (!page) return <Skeleton className="mt-4 h-20" />;
	const { fileShare, creator, cover, files } = page;
	return (
		<div className="mt-4 flex min-h-20 flex-wrap items-start justify-between gap-x-6 gap-y-3">
			<div className="flex min-w-0 flex-1 basis-64 gap-4">
				<CoverThumb
					cover={cover}
					icon={FILE_ICONS[files[0]?.icon ?? "generic"]}
					className="size-20"
				/>
				<div className="min-w-0">
					<p className="break-words font-semibold text-17">{fileShare.title}</p>
					<p className="break-words text-muted">
						{t("checkout.by", { name: creator.displayName })}
					</p>
					<p className="tabular text-13 text-muted">
						{t("checkout.files", {
							n: fileShare.fileCount,
							size: formatSize(fileShare.totalSize),
						})}
					</p>
					<FileNames page={page} />
					<p className="mt-1 flex items-center gap-1.5 text-13">
						<Icon of={CloudDownload} size={16} className="text-primary" />
						{t("checkout.instant")}
					</p>
				</div>
			</div>
			<p className="ms-auto text-end">
				<span className="block text-13 text-muted">{t("checkout.total")}</span>
				<span className="tabular font-display text-28 font-semibold">
					{formatMoney(fileShare.price)}
				</span>
			</p>
		</div>
	);
}

/** The first names of what is bought. */
function FileNames({ page: { files } }: { page: ShareResponse }) {
	const t = useTexts();
	const more = files.length - NAMES_SHOWN;
	return (
		<ul className="mt-1 text-13 text-muted" aria-label={t("checkout.included")}>
			{files.slice(0, NAMES_SHOWN).map((file) => (
				<li key={file.id} className="truncate">
					{file.originalName}
				</li>
			))}
			{more > 0 && <li>{t("checkout.moreFiles", { n: more })}</li>}
		</ul>
	);
}

function Form({ page, onPaid }: { page: ShareResponse; onPaid: (paid: Paid) => void }) {
	const t = useTexts();
	const config = usePublicConfig();
	const { shareId: slug } = page.fileShare;
	const { intent, failure, retry } = useIntent(page.fileShare, page.creator.acceptsCard);
	const [isBlocked, setBlocked] = useState(false);
	const onBlocked = useCallback(() => setBlocked(true), []);
	const alreadyPaid = failure?.code === "payment.already_paid";
	useEffect(() => {
		if (alreadyPaid) location.replace(paths.share(slug));
	}, [alreadyPaid, slug]);

	const isPaused = failure?.code === SWITCHES.cardPayments;
	const isFinal = failure && failure.code !== "share.changed" && !isTransient(failure);
	const canPay = page.creator.acceptsCard && !isPaused && !isFinal;
	if (!canPay) return <Closed page={page} failure={failure} />;
	if (failure)
		return (
			<Alert tone="danger" live action={<Button onClick={retry}>{t("checkout.retry")}</Button>}>
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
	if (!intent || !config) return <FormSkeleton />;
	// A client secret begins with the id of its object.
	const [paymentIntentId = ""] = intent.clientSecret.split("_secret_");
	return (
		<StripeElements config={config} clientSecret={intent.clientSecret} onFailure={onBlocked}>
			<CardForm
				slug={slug}
				paymentIntentId={paymentIntentId}
				price={(intent.amount / 100).toFixed(2)}
				onPaid={(email) => onPaid({ paymentIntentId, email })}
			/>
			{page.creator.acceptsDirect && (
				<a className="btn btn-ghost mt-3 w-full" href={paths.directPayment(slug)}>
					{t("checkout.insteadDirect")}
				</a>
			)}
		</StripeElements>
	);
}

function Closed({ page, failure }: { page: ShareResponse; failure: ApiFailure | null }) {
	const t = useTexts();
	const isPaused = page.creator.paused?.includes("card") || failure?.code === SWITCHES.cardPayments;
	const text = failure && failureText(failure, t("checkout.errorText"));
	return (
		<Alert
			tone="warning"
			live
			title={t(isPaused ? "checkout.pausedTitle" : "checkout.closedTitle")}
			action={
				page.creator.acceptsDirect && (
					<a
						className={buttonClass("plain", "sm")}
						href={paths.directPayment(page.fileShare.shareId)}
					>
						{t("checkout.payDirect")}
					</a>
				)
			}
		>
			{isPaused ? t("checkout.pausedText") : text}
		</Alert>
	);
}

/** The skeleton of the form while it loads. */
function FormSkeleton() {
	const t = useTexts();
	return (
		<div role="status" aria-label={t("checkout.loading")} className="grid gap-4">
			<Skeleton className="h-16" />
			<Skeleton className="h-44" />
			<Skeleton className="h-12" />
		</div>
	);
}

/** The share could not be loaded: no connection, or a busy server. */
function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
	const t = useTexts();
	return (
		<div className="gutters max-w-reading py-16">
			<Card>
				<EmptyState
					level="h1"
					icon={WifiOff}
					title={t("checkout.pageFailed")}
					action={
						<Button tone="primary" onClick={onRetry}>
							{t("checkout.retry")}
						</Button>
					}
				>
					{failureText(error, t("checkout.pageFailedText"))}
				</EmptyState>
			</Card>
		</div>
	);
}

function Missing() {
	const t = useTexts();
	return (
		<div className="gutters max-w-reading py-16">
			<Card>
				<EmptyState level="h1" icon={SearchX} title={t("checkout.notFound")}>
					{t("checkout.notFoundText")}
				</EmptyState>
			</Card>
		</div>
	);
}
