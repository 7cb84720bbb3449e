import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { FILE_ICONS } from "../../shared/file-icons.ts";
import { Icon } from "../../ui/icon.tsx";
import { extensionOf } from "./file-names.ts";

export function FileBadge({ file }: { file: ShareFile }) {
	const extension = extensionOf(file.originalName);
	return (
		<span
			aria-hidden="true"
			className="file-badge flex h-12 w-10 shrink-0 flex-col items-center justify-center gap-0.5 border border-line bg-faint text-muted"
		>
			<Icon of={FILE_ICONS[file.icon]} size={18} />
			{extension && (
				<span className="font-semibold text-[0.5625rem] leading-none tracking-wide">
					{extension}
				</span>
			)}
		</span>
	);
}
