import type { ShareCover } from "../../worker/contract/catalogue/shares.ts";
import { classes } from "../ui/classes.ts";

type Props = {
	cover: ShareCover;
	/** width by height of its container, which is positioned */
	ratio: number;
	/** in pixels, of the copy that is wide enough */
	width: 256 | 640;
	eager?: boolean;
	onBroken?: () => void;
};

/** A crop this small isn't noticed. */
const CUT = 1.15;

/** Uncropped; a tiny raster is shown as behind frosted glass. Decorative. */
export function CoverPicture({ cover, ratio, width, eager = false, onBroken }: Props) {
	const own = cover.width / cover.height;
	const isAlike = Math.max(own / ratio, ratio / own) < CUT;
	const isTiny = cover.kind === "image";
	return (
		<span
			className={classes(
				"absolute inset-0 m-auto block",
				isAlike ? "size-full" : own > ratio ? "w-full" : "h-full",
				isTiny && "frosted",
			)}
			style={isAlike ? undefined : { aspectRatio: own }}
		>
			<img
				src={isTiny ? cover.src : `${cover.src}?width=${width}`}
				alt=""
				loading={eager ? "eager" : "lazy"}
				decoding="async"
				className={isTiny ? undefined : "size-full object-cover"}
				onError={onBroken}
			/>
		</span>
	);
}
