import { useState } from "react";
import type { ShareFile } from "../../../worker/contract/shares.ts";
import { fileLinks } from "../../lib/queries/files.ts";
import { iconFor } from "../../ui/file-icons.ts";
import { Icon } from "../../ui/icon.tsx";

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
				<Icon of={iconFor(first?.mimeType ?? "")} />
			)}
		</span>
	);
}
