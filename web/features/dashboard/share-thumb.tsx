import { File, FileArchive, FileText, Film, Image, type LucideIcon, Music } from "lucide-react";
import { useState } from "react";
import { type FileIcon, iconOf } from "../../../worker/contract/files.ts";
import type { ShareFile } from "../../../worker/contract/shares.ts";
import { fileLinks } from "../../lib/queries/files.ts";
import { Icon } from "../../ui/icon.tsx";

const ICONS: Record<FileIcon, LucideIcon> = {
	image: Image,
	video: Film,
	audio: Music,
	document: FileText,
	archive: FileArchive,
	generic: File,
};
const PICTURES = new Set(["image", "watermarked", "poster"]);

/** A small picture of a share: the preview of its first picture, else the icon of its first file. */
export function ShareThumb({ files }: { files: readonly ShareFile[] }) {
	const [isBroken, setBroken] = useState(false);
	const pictured = files.find((file) => file.preview && PICTURES.has(file.preview.kind));
	const first = files[0];
	return (
		<span className="grid size-14 place-items-center overflow-hidden rounded-thumb bg-faint text-muted">
			{pictured && !isBroken ? (
				<img
					alt=""
					loading="lazy"
					width={56}
					height={56}
					src={pictured.preview?.placeholder ?? fileLinks.preview(pictured.id)}
					className="size-14 object-cover"
					onError={() => setBroken(true)}
				/>
			) : (
				<Icon of={ICONS[first ? iconOf(first.mimeType) : "generic"]} />
			)}
		</span>
	);
}
