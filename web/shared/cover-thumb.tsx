import { useState } from "react";
import type { ShareCover } from "../../worker/catalogue/shares/contract/shares.ts";
import { classes } from "../ui/classes.ts";
import { Icon, type IconBody } from "../ui/icon.tsx";
import { CoverPicture } from "./cover-picture.tsx";

type Props = {
	cover: ShareCover | null;
	icon: IconBody;
	className?: string;
};

export function CoverThumb({ cover, icon, className = "size-14" }: Props) {
	const [isBroken, setBroken] = useState(false);
	return (
		<span
			className={classes(
				"relative grid shrink-0 place-items-center overflow-hidden rounded-thumb bg-faint text-muted",
				className,
			)}
		>
			{cover && !isBroken ? (
				<CoverPicture cover={cover} width={256} onBroken={() => setBroken(true)} />
			) : (
				<Icon of={icon} />
			)}
		</span>
	);
}
