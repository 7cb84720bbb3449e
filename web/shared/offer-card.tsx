import type { ListedShare } from "../../worker/catalogue/shares/contract/shares.ts";
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
	/** the shape of a tile; each card of a grid of tiles takes three rows */
	tile?: string;
};

export function OfferCard({ share, href, contents, eager = false, tile }: Props) {
	return (
		<article
			className={classes(
				"group relative min-w-0",
				tile ? "row-span-3 grid grid-rows-subgrid gap-y-0" : "flex flex-col",
			)}
		>
			<OfferPicture
				share={share}
				eager={eager}
				className={classes("rounded-control", tile ?? "aspect-4/3")}
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
	className,
}: {
	share: ListedShare;
	eager: boolean;
	/** sets the shape */
	className: string;
}) {
	return (
		<div className={classes("relative overflow-hidden bg-faint", className)}>
			{share.cover ? (
				<CoverPicture cover={share.cover} width={640} eager={eager} />
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
