import Image from "icons:image";
import { Suspense, useEffect, useRef, useState } from "react";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { classes } from "../../ui/classes.ts";
import { Icon, type IconBody } from "../../ui/icon.tsx";
import { LateBoughtPicture } from "./late-bought-picture.ts";
import { FILLS, srcSetOf } from "./preview-sources.ts";
import { ratioOf } from "./view.ts";

type Props = {
	file: ShareFile;
	paid: boolean;
	first?: boolean;
	/** for the browser's choice among the sizes */
	sizes: string;
	/** of its container; by default the picture's own */
	ratio?: number;
	icon?: IconBody;
	/** the pictures that a purchase unlocks together with this one, in order */
	unlocked?: readonly ShareFile[];
};

/** The sharp preview, else a frosted raster, else an icon. Once paid, the picture itself appears over it. */
export function PreviewImage({
	file,
	paid,
	first = false,
	sizes,
	ratio,
	icon = Image,
	unlocked,
}: Props) {
	const [isBroken, setBroken] = useState(false);
	const image = useRef<HTMLImageElement>(null);
	// It may have failed before hydration.
	useEffect(() => {
		const { current } = image;
		if (current?.complete && current.naturalWidth === 0)
			current.decode().catch(() => setBroken(true));
	}, []);
	const { preview } = file;
	const sharp = preview?.kind !== "image" && preview?.src;
	const placeholder = preview?.placeholder ?? (preview?.kind === "image" ? preview.src : null);
	const own = ratioOf(file);
	const isWider = own > (ratio ?? own);
	return (
		<span
			className={classes("absolute inset-0 m-auto block", isWider ? "w-full" : "h-full")}
			style={{ aspectRatio: own }}
		>
			{sharp && !isBroken ? (
				<img
					ref={image}
					src={sharp}
					srcSet={srcSetOf(preview, sharp)}
					sizes={sizes}
					alt=""
					{...(first ? { fetchPriority: "high" } : { loading: "lazy" })}
					decoding={first ? "sync" : "async"}
					onError={() => setBroken(true)}
					className={FILLS}
				/>
			) : (
				<Placeholder icon={icon} source={placeholder} />
			)}
			{paid && (
				<Suspense>
					<LateBoughtPicture file={file} sizes={sizes} unlocked={unlocked} />
				</Suspense>
			)}
		</span>
	);
}

function Placeholder({ icon, source }: { icon: IconBody; source: string | null }) {
	if (!source)
		return (
			<span className="absolute inset-0 grid place-items-center text-muted">
				<Icon of={icon} size={32} />
			</span>
		);
	return (
		<span className="frosted absolute inset-0">
			<img
				src={source}
				alt=""
				// Puts inlined images into the first paint.
				decoding={source.startsWith("data:") ? "sync" : "async"}
				loading={source.startsWith("data:") ? "eager" : "lazy"}
			/>
		</span>
	);
}
