import { useEffect, useState } from "react";
import { typeOf } from "../../../worker/contract/files/detect-type.ts";
import { iconOf } from "../../../worker/contract/files/file-types.ts";
import { isPicture, thumbnailOf } from "../../preview-engine/prepared-pictures.ts";
import { FILE_ICONS } from "../../shared/file-icons.ts";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { useOwner } from "./use-owner.ts";

/** `onDamaged` is called if the picture can't be decoded. */
export function Thumbnail({
	name,
	file,
	className,
	onDamaged,
}: {
	name: string;
	file: Blob | null;
	className?: string;
	onDamaged?: () => void;
}) {
	const { mark } = useOwner();
	const [url, setUrl] = useState<string | null>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new callback is no new picture
	useEffect(() => {
		let isGone = false;
		setUrl(null);
		if (file instanceof File)
			void thumbnailOf(file, mark).then((made) => {
				if (isGone) return;
				setUrl(made);
				if (!made && isPicture(file)) onDamaged?.();
			});
		return () => {
			isGone = true;
		};
	}, [file, mark]);
	const icon = FILE_ICONS[iconOf(typeOf(name)?.mimeType ?? "")];
	return (
		<span
			className={classes(
				"grid shrink-0 place-items-center overflow-hidden rounded-thumb bg-faint text-muted",
				className,
			)}
		>
			{url ? (
				<img src={url} alt="" className="size-full animate-rise object-cover" />
			) : (
				<Icon of={icon} />
			)}
		</span>
	);
}
