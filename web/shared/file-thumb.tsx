import type { ComponentProps } from "react";
import { CoverThumb } from "./cover-thumb.tsx";
import { FILE_ICONS } from "./file-icons.ts";

type Props = { fileId: string; className?: string };

/** A file as its creator sees it; an icon where it has no picture. */
export function FileThumb({ fileId, ...props }: Props) {
	const cover: ComponentProps<typeof CoverThumb>["cover"] = {
		src: `/api/files/${fileId}/preview`,
		kind: "display",
		fileId,
		width: 1,
		height: 1,
	};
	return <CoverThumb cover={cover} icon={FILE_ICONS.generic} {...props} />;
}
