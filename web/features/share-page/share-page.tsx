import { lazy, Suspense, useMemo } from "react";
import {
	asBuyer,
	type InlinedShare,
	shareViewStatusOf,
} from "../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareFile, ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { usePage } from "../../lib/page/page.ts";
import { classes } from "../../ui/classes.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { BuyBar } from "./buy-bar.tsx";
import { Gallery } from "./gallery.tsx";
import {
	hasExhibits,
	hasPairs,
	LateAsBuyer,
	LateBar,
	LateBought,
	LateBundle,
	LateComparisons,
	LateExhibits,
	LateFileList,
	LateMoreShares,
	LateNotices,
	LateOffer,
	LatePicked,
	LateShownToBuyers,
	LateUnavailable,
} from "./late-parts.ts";
import { Lead } from "./lead.tsx";
import type { ClipStart } from "./own-tools.ts";
import { isConfirming, type PaymentReturn } from "./payment-return.ts";
import { isPicked, usePicking } from "./picking.tsx";
import { PurchaseCard } from "./purchase-card.tsx";
import { useTexts } from "./texts.ts";
import { usePaymentReturn } from "./use-payment-return.ts";
import { useShare } from "./use-share.ts";
import { useViewerAddress } from "./use-viewer-address.ts";
import { albumCoverOf, groupByKind, isOpen, mayDownload, viewableOf } from "./view.ts";

const Viewer = lazy(() => import("./viewer.tsx"));

export function SharePage({
	slug,
	search,
	inlined,
	ClipStart,
}: {
	slug: string;
	search: string;
	/** null if the Worker rendered nothing */
	inlined: InlinedShare | null;
	ClipStart: ClipStart;
}) {
	const t = useTexts();
	const query = useMemo(() => new URLSearchParams(search), [search]);
	const returned = usePaymentReturn(query);
	const { data, error, load } = useShare(slug, inlined, returned.step);
	// Set by the dashboard's "View as buyer".
	const isAsBuyer = query.get("as") === "buyer";
	const page = useMemo(() => data && (isAsBuyer ? asBuyer(data) : data), [data, isAsBuyer]);
	// Buyers of single files may buy more, so the offer stays open.
	const payment: PaymentReturn =
		returned.step === "paid" && page && isPicked(page) ? { step: "none" } : returned;
	usePage(page?.fileShare.title ?? t("share.untitled"));
	if (page ? page.fileShare.status === "uploading" : error)
		return (
			<Suspense fallback={<Loading />}>
				<LateUnavailable title={page?.fileShare.title} error={error} onRetry={() => void load()} />
			</Suspense>
		);
	if (!page) return <Loading />;
	const body = <ShareBody page={page} payment={payment} ClipStart={ClipStart} />;
	return (
		<>
			{isAsBuyer && (
				<Suspense>
					<LateAsBuyer slug={slug} />
				</Suspense>
			)}
			{page.bundle ? (
				<Suspense fallback={<Loading />}>
					<LateBundle page={page} payment={payment} />
				</Suspense>
			) : isPicked(page) ? (
				<Suspense fallback={<Loading />}>
					<LatePicked page={page}>{body}</LatePicked>
				</Suspense>
			) : (
				// In no boundary, so that its buttons are there once the page has started.
				body
			)}
			<p className="gutters max-w-content pb-32 text-13 lg:pb-10">
				<a
					className="text-muted underline-offset-3 hover:underline"
					href={paths.reportOf(page.fileShare.shareId)}
				>
					{t("share.report")}
				</a>
			</p>
		</>
	);
}

function Loading() {
	const t = useTexts();
	return (
		<div
			role="status"
			aria-label={t("share.loading")}
			className="gutters grid max-w-content gap-10 pt-4 lg:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]"
		>
			<Skeleton className="h-[26rem]" />
			<Skeleton className="h-[30rem]" />
		</div>
	);
}

/** On phones, visible work and tracks come first, then the offer, then other files. */
const AREAS = {
	pictures:
		"[grid-template-areas:'lead'_'gallery'_'card'_'files'] lg:grid-rows-[auto_1fr] lg:[grid-template-areas:'gallery_side'_'files_side']",
	album:
		"[grid-template-areas:'lead'_'gallery'_'files'_'card'] lg:grid-rows-[auto_1fr] lg:[grid-template-areas:'gallery_side'_'files_side']",
	paid: "[grid-template-areas:'lead'_'card'_'gallery'_'files'] lg:grid-rows-[auto_1fr] lg:[grid-template-areas:'gallery_side'_'files_side']",
	files: "[grid-template-areas:'lead'_'files'_'card'] lg:[grid-template-areas:'files_side']",
};

/** A share that has files of its own. */
export function ShareBody({
	page,
	payment,
	ClipStart,
}: {
	page: ShareResponse;
	payment: PaymentReturn;
	ClipStart: ClipStart;
}) {
	const { fileShare, cover } = page;
	const picking = usePicking();
	const paid = mayDownload(page);
	const files = picking?.files ?? page.files;
	const byKind = useMemo(() => groupByKind(files, paid), [files, paid]);
	const viewable = useMemo(() => viewableOf(byKind, paid), [byKind, paid]);
	const isPaying = isConfirming(payment);
	const { id, show, close } = useViewerAddress();
	const open = (file: ShareFile) => show(file.id);
	const shown = viewable.find((file) => file.id === id);
	const { pictures, tracks } = byKind;
	const albumCover = useMemo(() => albumCoverOf(files), [files]);
	// Tracks, pages and films show their own pictures.
	const isOwnCover = cover !== null && !page.files.some((file) => file.id === cover.fileId);
	const isAlbum = tracks.length > 0;
	const hasGallery = pictures.length > 0 || (isOwnCover && !isAlbum);
	const isTrackCover =
		isOwnCover || (!albumCover && tracks.some((file) => file.id === cover?.fileId));
	return (
		<div className="gutters max-w-content pt-2 pb-10 lg:pt-4">
			{(payment.step !== "none" || page.lostPurchase !== null) && (
				<Suspense>
					<LateNotices page={page} payment={payment} />
				</Suspense>
			)}
			<div
				className={classes(
					"grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)] lg:gap-x-10 lg:gap-y-8",
					!hasGallery && !picking
						? AREAS.files
						: fileShare.isPaid
							? AREAS.paid
							: isAlbum
								? AREAS.album
								: AREAS.pictures,
				)}
			>
				{/* First in the document, so that Buy is among the first stops of the Tab key. A bar of hearts may be over the
				pictures, which come later. */}
				<div
					className={classes(
						"side-column contents lg:block lg:[grid-area:side]",
						picking && "lg:z-30",
					)}
				>
					<div className="min-w-0 [grid-area:lead]">
						<Lead page={page} />
						{page.files.some((file) => file.bought) && (
							<Suspense>
								<LateBought page={page} />
							</Suspense>
						)}
					</div>
					{(paid || !isPaying) && (
						<Suspense>
							{picking ? (
								<picking.Bar closed={<LateBar page={page} />} />
							) : (
								<BuyBar page={page} closed={<LateBar page={page} />} />
							)}
						</Suspense>
					)}
					<div className="min-w-0 [grid-area:card] lg:mt-5">
						<Suspense>
							<PurchaseCard page={page} isPaying={isPaying} closed={<LateOffer page={page} />} />
						</Suspense>
					</div>
				</div>
				{(hasGallery || picking) && (
					<div className="grid min-w-0 gap-8 [grid-area:gallery]">
						{picking && <picking.Filters />}
						{hasPairs(pictures) && (
							<Suspense>
								<LateComparisons pictures={pictures} paid={paid} />
							</Suspense>
						)}
						<Gallery
							pictures={pictures}
							cover={
								isOwnCover || pictures.some((file) => file.id === cover?.fileId) ? cover : null
							}
							paid={paid}
							isForSale={shareViewStatusOf(page) === "for-sale"}
							shownToBuyers={
								fileShare.isOwner && (
									<Suspense>
										<LateShownToBuyers page={page} />
									</Suspense>
								)
							}
							onOpen={open}
						/>
					</div>
				)}
				<div className="grid min-w-0 gap-8 [grid-area:files]">
					<Suspense>
						{hasExhibits(byKind, paid) && (
							<LateExhibits
								page={page}
								goods={byKind}
								trackCover={!hasGallery && isTrackCover ? cover : null}
								albumCover={albumCover}
								paid={paid}
								ClipStart={ClipStart}
								onOpen={open}
							/>
						)}
						{page.files.some((file) => isOpen(file, paid)) && <LateFileList page={page} />}
					</Suspense>
				</div>
			</div>
			{page.more && (
				<Suspense>
					<LateMoreShares page={page} />
				</Suspense>
			)}
			{shown && (
				<Suspense>
					<Viewer page={page} files={viewable} shown={shown} onShow={show} onClose={close} />
				</Suspense>
			)}
		</div>
	);
}
