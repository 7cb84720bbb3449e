import type { ListedShare } from "../../worker/contract/catalogue/shares.ts";
import { priceLabel } from "../lib/buying/price-label.ts";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/icon.tsx";
import { CoverPicture } from "./cover-picture.tsx";
import { FILE_ICONS } from "./file-icons.ts";

type Props = {
	share: ListedShare;
	href: string;
	/** such as "10 photos · 5 films" */
	contents: string;
	eager?: boolean;
	/** the picture keeps its shape, and cards of a row align at its bottom; each card takes three grid rows */
	hangs?: boolean;
};

/** Limits on a hanging picture's shape, since a row has one height. */
const TALLEST = 4 / 5;
const WIDEST = 16 / 9;
const SHEETS = 4 / 3;

const shapeOf = ({ cover }: ListedShare) =>
	cover ? Math.min(WIDEST, Math.max(TALLEST, cover.width / cover.height)) : SHEETS;

export function OfferCard({ share, href, contents, eager = false, hangs = false }: Props) {
	return (
		<article
			className={classes(
				"group relative min-w-0",
				hangs ? "row-span-3 grid grid-rows-subgrid gap-y-0" : "flex flex-col",
			)}
		>
			<OfferPicture
				share={share}
				eager={eager}
				ratio={hangs ? shapeOf(share) : SHEETS}
				className={classes("rounded-control", hangs && "self-end")}
			/>
			<h3 className="mt-3 font-sans font-semibold text-15 leading-snug tracking-normal sm:text-17">
				<a
					href={href}
					dir="auto"
					className="line-clamp-2 hyphens-auto text-left wrap-anywhere after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-3"
				>
					{share.title}
				</a>
			</h3>
			<p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-13 text-muted">
				<span className="tabular whitespace-nowrap font-semibold text-15 text-ink">
					{priceLabel(share)}
				</span>
				<span>{contents}</span>
			</p>
		</article>
	);
}

export function OfferPicture({
	share,
	eager,
	ratio,
	className,
}: {
	share: ListedShare;
	eager: boolean;
	/** width by height, unless its class sets the shape */
	ratio?: number;
	className: string;
}) {
	return (
		<div
			className={classes("relative overflow-hidden bg-faint", className)}
			style={ratio === undefined ? undefined : { aspectRatio: ratio }}
		>
			{share.cover ? (
				<CoverPicture cover={share.cover} ratio={ratio ?? SHEETS} width={640} eager={eager} />
			) : (
				<Sheets share={share} />
			)}
			<span className="absolute inset-0 rounded-[inherit] ring-1 ring-ink/10 ring-inset" />
		</div>
	);
}

function Sheets({ share }: { share: ListedShare }) {
	const sheet = "absolute inset-0 rounded-thumb border border-line bg-surface";
	return (
		<span className="absolute inset-0 grid place-items-center">
			<span className="relative grid aspect-4/5 h-3/5 place-items-center">
				{share.fileCount > 1 && (
					<>
						<span className={classes(sheet, "translate-x-2 rotate-6")} />
						<span className={classes(sheet, "-translate-x-1 -rotate-3")} />
					</>
				)}
				<span className={sheet} />
				<Icon
					of={FILE_ICONS[share.kinds[0]?.kind ?? "generic"]}
					size={36}
					className="relative text-muted"
				/>
			</span>
		</span>
	);
}
