import type { ShareCover } from "../../worker/catalogue/shares/contract/shares.ts";
import { classes } from "../ui/classes.ts";

type Props = {
	cover: ShareCover;
	/** in pixels, of the copy that is wide enough */
	width: 256 | 640;
	eager?: boolean;
	onBroken?: () => void;
};

/** Decorative; fills its positioned container. A tiny raster is shown as behind frosted glass. */
export function CoverPicture({ cover, width, eager = false, onBroken }: Props) {
	const isTiny = cover.kind === "image";
	// A page cropped is a page cut through its letters.
	const isPage = cover.kind.startsWith("page");
	return (
		<span className={classes("absolute inset-0", isTiny && "frosted")}>
			<img
				src={isTiny ? cover.src : `${cover.src}?width=${width}`}
				alt=""
				loading={eager ? "eager" : "lazy"}
				decoding="async"
				className={
					isTiny
						? undefined
						: classes("size-full", isPage ? "bg-white object-contain" : "object-cover")
				}
				onError={onBroken}
			/>
		</span>
	);
}
