import ArrowUpRight from "icons:arrow-up-right";
import SearchX from "icons:search-x";
import Store from "icons:store";
import WifiOff from "icons:wifi-off";
import type { ListedShare } from "../../../worker/contract/catalogue/shares.ts";
import type {
	InlinedCreator,
	CreatorPage as Page,
} from "../../../worker/contract/pages/creator-page.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { usePage } from "../../lib/page/page.ts";
import { isTransient } from "../../lib/server/failure.ts";
import { useCreatorPage } from "../../lib/server/queries/creator-page.ts";
import { OfferCard } from "../../shared/offer-card.tsx";
import { PageNotice } from "../../shared/page-notice.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageSpinner } from "../../ui/spinner.tsx";
import { useTexts } from "./texts.ts";

/** The other pictures load as they come into view. */
const EAGER = 6;
const KINDS_NAMED = 2;

export function CreatorPage({
	handle,
	inlined,
}: {
	handle: string;
	/** null if the Worker rendered nothing */
	inlined: InlinedCreator | null;
}) {
	const t = useTexts();
	const { page, error, retry } = useCreatorPage(handle, inlined);
	usePage(page?.displayName ?? t(error ? "creator.notFound" : "creator.untitled"));
	if (page) return <Loaded page={page} />;
	if (error) return <Failed error={error} onRetry={retry} />;
	return <PageSpinner label={t("creator.loading")} />;
}

function Loaded({ page }: { page: Page }) {
	const t = useTexts();
	return (
		<div className="gutters max-w-content pt-6 pb-16 sm:pt-10">
			<header className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 sm:gap-x-7">
				<Avatar
					src={page.avatar}
					name={page.displayName}
					className="size-16 text-21 sm:row-span-2 sm:size-28 sm:self-start sm:text-40"
				/>
				<h1 dir="auto" className="text-left text-28 wrap-anywhere sm:pt-2 sm:text-40">
					{page.displayName}
				</h1>
				<div className="col-span-2 sm:col-span-1 sm:col-start-2">
					{page.line && (
						<p
							dir="auto"
							className="max-w-[38rem] pt-3 text-left text-17 text-muted wrap-anywhere sm:pt-2"
						>
							{page.line}
						</p>
					)}
					<Links page={page} />
				</div>
			</header>
			{page.shares.length > 0 ? (
				<section aria-labelledby="for-sale" className="mt-10 border-line border-t pt-8 sm:mt-12">
					<h2 id="for-sale" className="text-21">
						{t("creator.forSale")}
					</h2>
					<ul className="mt-5 grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-6 md:grid-cols-3">
						{page.shares.map((share, index) => (
							<li key={share.shareId} className="row-span-3 grid min-w-0 grid-rows-subgrid gap-y-0">
								<OfferCard
									share={share}
									href={paths.share(share.shareId)}
									contents={contentsOf(share, t)}
									eager={index < EAGER}
									hangs
								/>
							</li>
						))}
					</ul>
				</section>
			) : (
				<Card className="mt-10 sm:mt-12">
					<EmptyState
						icon={Store}
						title={t("creator.empty")}
						action={
							<a className={buttonClass("plain")} href={paths.purchases}>
								{t("creator.findPurchases")}
							</a>
						}
					>
						{t("creator.emptyText", { name: page.displayName })}
					</EmptyState>
				</Card>
			)}
		</div>
	);
}

/** "10 photos · 5 films": the most frequent kinds. */
function contentsOf({ kinds, fileCount }: ListedShare, t: ReturnType<typeof useTexts>): string {
	if (kinds.length > KINDS_NAMED) return t("creator.files", { n: fileCount });
	return kinds.map(({ kind, n }) => t(`creator.kind.${kind}`, { n })).join(" · ");
}

/** `nofollow ugc`: not endorsed by us. */
function Links({ page: { links, displayName } }: { page: Page }) {
	const t = useTexts();
	if (links.length === 0) return null;
	return (
		<ul
			aria-label={t("creator.links", { name: displayName })}
			className="mt-3 flex flex-wrap gap-x-5 sm:mt-4 sm:gap-y-1"
		>
			{links.map((link) => (
				<li key={link} className="min-w-0">
					<a
						href={link}
						rel="nofollow noopener ugc"
						target="_blank"
						title={link}
						className="inline-flex min-h-8 max-w-full items-center gap-1 font-medium text-15 text-ink underline decoration-line decoration-1 underline-offset-4 hover:decoration-ink max-sm:min-h-11"
					>
						<span className="truncate">{hostOf(link)}</span>
						<Icon of={ArrowUpRight} size={16} className="text-muted" />
						<span className="sr-only">{t("creator.newTab")}</span>
					</a>
				</li>
			))}
		</ul>
	);
}

function hostOf(link: string): string {
	return new URL(link).host.replace(/^www\./, "");
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
	const t = useTexts();
	const isTemporary = isTransient(error);
	return (
		<PageNotice
			icon={isTemporary ? WifiOff : SearchX}
			title={t(isTemporary ? "creator.failed" : "creator.notFound")}
			action={
				isTemporary ? (
					<Button tone="primary" onClick={onRetry}>
						{t("creator.retry")}
					</Button>
				) : (
					<a className={buttonClass("primary")} href={paths.home}>
						{t("creator.home")}
					</a>
				)
			}
		>
			{t(isTemporary ? "creator.failedText" : "creator.notFoundText")}
		</PageNotice>
	);
}
