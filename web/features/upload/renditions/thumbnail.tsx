import { Archive, File as FileIcon, FileText, Film, Image, Music } from "lucide-react";
import { useEffect, useState } from "react";
import { iconOf, typeOf } from "../../../../worker/contract/files.ts";
import { classes } from "../../../ui/classes.ts";
import { Icon } from "../../../ui/icon.tsx";
import { thumbnailOf } from "./thumbnails.ts";

const ICONS = {
	image: Image,
	video: Film,
	audio: Music,
	document: FileText,
	archive: Archive,
	generic: FileIcon,
};

/** A small picture of a file, or the icon of its type. Fills its container. */
export function Thumbnail({
	name,
	file,
	className,
}: {
	name: string;
	file: Blob | null;
	className?: string;
}) {
	const [url, setUrl] = useState<string | null>(null);
	useEffect(() => {
		let isGone = false;
		setUrl(null);
		if (file instanceof File)
			void thumbnailOf(file).then((made) => {
				if (!isGone) setUrl(made);
			});
		return () => {
			isGone = true;
		};
	}, [file]);
	const icon = ICONS[iconOf(typeOf(name)?.mimeType ?? "")];
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
