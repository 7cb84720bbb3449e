import type { Locale } from "../contract/locales.ts";
import {
	GALLERY,
	type Picture,
	picturesOf,
	rowsOf,
	rowWidth,
	type ShareViewStatus,
	shareViewStatusOf,
} from "../contract/share-view.ts";
import type { ShareResponse } from "../contract/shares.ts";

/** The few words of the first paint, as in the app's own catalogues; a browser test compares the two. */
const TEXTS = {
	en: {
		soldWith: "Sold with Tillbox",
		by: (name: string) => `By ${name}`,
		buy: (price: string) => `Buy for ${price}`,
		card: (price: string) => `Pay ${price} by card`,
		direct: (price: string) => `Pay ${price} with Cash App`,
	},
	es: {
		soldWith: "Vendido con Tillbox",
		by: (name: string) => `De ${name}`,
		buy: (price: string) => `Comprar por ${price}`,
		card: (price: string) => `Pagar ${price} con tarjeta`,
		direct: (price: string) => `Pagar ${price} con Cash App`,
	},
	de: {
		soldWith: "Verkauft mit Tillbox",
		by: (name: string) => `Von ${name}`,
		buy: (price: string) => `Für ${price} kaufen`,
		card: (price: string) => `${price} mit Karte zahlen`,
		direct: (price: string) => `${price} mit Cash App zahlen`,
	},
} satisfies Record<Locale, unknown>;

/** On wide screens rows below these are out of sight; on narrow ones all stand above the card. */
const WIDE_ROWS = 4;

/**
 * What a share page shows first, as HTML for the app's root: frosted pictures, title, price and the way
 * to pay. It is there before any script has come; the app then draws the same in its place. Empty for
 * those who may download or could until a refund, and while the share is being uploaded: their page
 * is another.
 */
export function renderSharePage(page: ShareResponse, locale: Locale): string {
	const viewStatus = shareViewStatusOf(page);
	if (viewStatus === "uploading" || viewStatus === "paid" || viewStatus === "owner") return "";
	if (page.lostPurchase !== null) return "";
	const pictures = picturesOf(page.files);
	const areas =
		pictures.length > 0
			? "[grid-template-areas:'gallery'_'card'_'files'] lg:grid-rows-[auto_1fr] lg:[grid-template-areas:'gallery_card'_'files_card']"
			: "[grid-template-areas:'card'_'files'] lg:[grid-template-areas:'files_card']";
	return (
		<div class="first-paint contents">
			<header class="gutters flex min-h-14 max-w-content items-center justify-between">
				<a href="/" class="rounded-control">
					<span class="flex items-center gap-2 font-display font-bold text-21 tracking-tight">
						<Mark />
						Tillbox
					</span>
				</a>
				<span class="text-13 text-muted max-[22rem]:hidden">{TEXTS[locale].soldWith}</span>
			</header>
			<main class="flex-1">
				<div class="gutters max-w-content pt-4 pb-32 lg:pb-16">
					<div
						class={`grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)] lg:gap-x-10 ${areas}`}
					>
						<Rows pictures={pictures} layout="narrow" shownAt="md:hidden" />
						<Rows pictures={pictures} layout="wide" shownAt="max-md:hidden" />
						<Card page={page} viewStatus={viewStatus} locale={locale} />
					</div>
					{viewStatus === "for-sale" && <PhoneBar page={page} locale={locale} />}
				</div>
			</main>
		</div>
	).toString();
}

function Mark() {
	return (
		<svg aria-hidden="true" viewBox="0 0 32 32" class="size-7">
			<rect width="32" height="32" rx="8" class="fill-primary" />
			<path
				d="M7 12.5h18M9 12.5V22a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-9.5M16 6v11m-3.5-3.5L16 17l3.5-3.5"
				class="fill-none stroke-primary-content"
				stroke-width="2.2"
				stroke-linecap="round"
				stroke-linejoin="round"
			/>
		</svg>
	);
}

/** Both widths are painted, since the server does not know the window's. */
function Rows({
	pictures,
	layout,
	shownAt,
}: {
	pictures: readonly Picture[];
	layout: keyof typeof GALLERY;
	shownAt: string;
}) {
	const { target, first } = GALLERY[layout];
	const rows = rowsOf(pictures.slice(0, first), target);
	if (rows.length === 0) return null;
	return (
		<div class={`grid gap-2 [grid-area:gallery] ${shownAt}`}>
			{rows.slice(0, layout === "wide" ? WIDE_ROWS : rows.length).map((row) => (
				<div
					key={row[0]?.file.id}
					class="flex gap-2"
					style={{ maxWidth: rowWidth(row, target) ?? "none" }}
				>
					{row.map(({ file: { id, preview }, ratio }) => (
						<div
							key={id}
							class="relative block min-w-0 overflow-hidden rounded-thumb bg-faint"
							style={{ flex: `${ratio} 1 0`, aspectRatio: String(ratio) }}
						>
							<img
								src={preview?.src ?? preview?.placeholder ?? ""}
								alt=""
								decoding="sync"
								class={`absolute inset-0 size-full object-cover ${preview?.kind === "image" ? "scale-110 blur-lg" : ""}`}
							/>
						</div>
					))}
				</div>
			))}
			{/* where the button that shows the rest will be */}
			{pictures.length > first && <div class="mt-1 h-11" />}
		</div>
	);
}

type Part = { page: ShareResponse; locale: Locale };

function priceIn(locale: Locale, price: string): string {
	return new Intl.NumberFormat(locale, {
		style: "currency",
		currency: "USD",
		currencyDisplay: "narrowSymbol",
	}).format(Number(price));
}

function Card({ page, viewStatus, locale }: Part & { viewStatus: ShareViewStatus }) {
	const { fileShare, creator } = page;
	return (
		<div class="[grid-area:card] lg:sticky lg:top-6">
			<aside class="rounded-card border border-line bg-surface p-6">
				<h1 class="text-28">{fileShare.title}</h1>
				<p class="mt-1 text-muted">{TEXTS[locale].by(creator.displayName)}</p>
				<p class="tabular mt-5 font-display text-40 font-semibold tracking-tight">
					{priceIn(locale, fileShare.price)}
				</p>
				{viewStatus === "for-sale" && (
					<>
						<div class="mt-5 flex flex-col gap-2.5">
							<PayLinks page={page} locale={locale} isWide />
						</div>
						{fileShare.description && (
							<p class="mt-6 whitespace-pre-line text-15">{fileShare.description}</p>
						)}
					</>
				)}
			</aside>
		</div>
	);
}

/** Plain links, so they lead to the payment page even before the app is there. */
function PayLinks({ page, locale, isWide }: Part & { isWide: boolean }) {
	const { shareId, price } = page.fileShare;
	const { acceptsCard, acceptsDirect } = page.creator;
	const texts = TEXTS[locale];
	const amount = priceIn(locale, price);
	const both = acceptsCard && acceptsDirect;
	const look = (tone: string) => `btn ${tone} btn-lg text-17 ${isWide ? "w-full" : ""}`;
	return (
		<>
			{acceptsCard && (
				<a class={look("btn-primary")} href={`/payment/${shareId}`}>
					{both && isWide ? texts.card(amount) : texts.buy(amount)}
				</a>
			)}
			{acceptsDirect && (isWide || !both) && (
				<a
					class={look(both ? "bg-surface border-edge/60 text-ink" : "btn-primary")}
					href={`/payment/direct/${shareId}`}
				>
					{both ? texts.direct(amount) : texts.buy(amount)}
				</a>
			)}
		</>
	);
}

function PhoneBar({ page, locale }: Part) {
	return (
		<div class="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface px-6 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden">
			<div class="flex items-center justify-between gap-4">
				<span class="tabular font-display text-21 font-semibold">
					{priceIn(locale, page.fileShare.price)}
				</span>
				<PayLinks page={page} locale={locale} isWide={false} />
			</div>
		</div>
	);
}
