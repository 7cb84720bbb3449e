import { useState } from "react";
import type { ShareCover } from "../../worker/contract/catalogue/shares.ts";
import { classes } from "../ui/classes.ts";
import { Icon, type IconShapes } from "../ui/icon.tsx";

type Props = {
	cover: ShareCover | null;
	/** shown where there is no picture */
	icon: IconShapes;
	className?: string;
};

/** A square picture that stands for a share, beside its title; decorative. */
export function CoverThumb({ cover, icon, className = "size-14" }: Props) {
	const [isBroken, setBroken] = useState(false);
	return (
		<span
			className={classes(
				"grid shrink-0 place-items-center overflow-hidden rounded-thumb bg-faint text-muted",
				className,
			)}
		>
			{cover && !isBroken ? (
				<img
					alt=""
					loading="lazy"
					decoding="async"
					src={cover.src}
					// A tiny preview is scaled up: a little blur hides its squares.
					className={classes(
						"size-full object-cover",
						cover.kind === "image" && "scale-110 blur-[1.5px]",
					)}
					onError={() => setBroken(true)}
				/>
			) : (
				<Icon of={icon} />
			)}
		</span>
	);
}
