import ArrowUpRight from "icons:arrow-up-right";
import SearchX from "icons:search-x";
import Store from "icons:store";
import WifiOff from "icons:wifi-off";
import type { ListedShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import type {
	InlinedCreator,
	CreatorPage as Page,
} from "../../../worker/pages/storefront/contract/creator-page.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { usePage } from "../../lib/page/page.ts";
import { isTransient } from "../../lib/server/failure.ts";
import { OfferCard, OfferPicture } from "../../shared/offer-card.tsx";
import { PageNotice } from "../../shared/page-notice.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { classes } from "../../ui/classes.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageSpinner } from "../../ui/spinner.tsx";
import { useCreatorPage } from "./queries.ts";
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
			<Header page={page} />
			{page.shares.length > 0 ? (
				<section aria-labelledby="for-sale" className="mt-10 border-line border-t pt-8 sm:mt-12">
					<h2 id="for-sale" className="text-21">
						{t("creator.forSale")}
					</h2>
					<ul className="mt-5 grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-6 md:grid-cols-3">
						{page.shares.map((share, index) => (
							<li
								key={share.shareId}
								className={classes(
									"row-span-3 grid min-w-0 grid-rows-subgrid gap-y-0",
									index === page.shares.length - 1 && spanOfLast(page.shares.length),
								)}
							>
								<OfferCard
									share={share}
									href={paths.share(share.shareId)}
									contents={contentsOf(share, t)}
									eager={index < EAGER}
									tile={classes(
										"aspect-square",
										index === page.shares.length - 1 && shapeOfLast(page.shares.length),
									)}
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

/** The cover of the newest share, if there is another one to keep it from showing twice; else a large avatar. */
function Header({ page }: { page: Page }) {
	const [newest, ...others] = page.shares;
	const hasCover = Boolean(newest?.cover) && others.length > 0;
	return (
		<header>
			{newest && hasCover && (
				<OfferPicture
					share={newest}
					eager
					className="aspect-2/1 rounded-card sm:aspect-3/1 lg:aspect-4/1"
				/>
			)}
			<div
				className={classes(
					"grid gap-x-7 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]",
					hasCover && "px-4 sm:px-6",
				)}
			>
				<Avatar
					src={page.avatar}
					name={page.displayName}
					className={classes(
						"text-40",
						hasCover
							? "relative -mt-10 size-24 ring-4 ring-paper sm:-mt-12 sm:size-32"
							: "size-32 sm:size-40",
					)}
				/>
				<div className={classes("min-w-0", hasCover ? "sm:pt-4" : "sm:self-center")}>
					<h1 dir="auto" className="text-left text-28 wrap-anywhere sm:text-40">
						{page.displayName}
					</h1>
					{page.line && (
						<p dir="auto" className="max-w-[38rem] pt-2 text-left text-17 text-muted wrap-anywhere">
							{page.line}
						</p>
					)}
					<Links page={page} />
				</div>
			</div>
		</header>
	);
}

// The last tile takes the cells that its row, of two tiles on phones and three elsewhere, would leave empty.
const spanOfLast = (n: number) =>
	classes(n % 2 === 1 && "col-span-2", ["md:col-span-1", "md:col-span-3", "md:col-span-2"][n % 3]);

const shapeOfLast = (n: number) =>
	classes(
		n % 2 === 1 && "max-md:aspect-2/1",
		["", "md:aspect-3/1", "md:aspect-auto md:h-full"][n % 3],
	);

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
