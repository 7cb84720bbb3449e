import type { ShareCover } from "../../worker/catalogue/shares/contract/shares.ts";
import { classes } from "../ui/classes.ts";

type Props = {
	cover: ShareCover;
	/** width by height of its container, which is positioned; without it, the picture is cropped to fill any */
	ratio?: number | undefined;
	/** in pixels, of the copy that is wide enough */
	width: 256 | 640;
	eager?: boolean;
	onBroken?: () => void;
};

/** A crop this small isn't noticed. */
const CUT = 1.15;

/** A tiny raster is shown as behind frosted glass. Decorative. */
export function CoverPicture({ cover, ratio, width, eager = false, onBroken }: Props) {
	const own = cover.width / cover.height;
	const target = ratio ?? own;
	const isAlike = Math.max(own / target, target / own) < CUT;
	const isTiny = cover.kind === "image";
	return (
		<span
			className={classes(
				"absolute inset-0 m-auto block",
				isAlike ? "size-full" : own > target ? "w-full" : "h-full",
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
