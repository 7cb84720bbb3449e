import { Trash2, Undo2 } from "lucide-react";
import type { MyShare } from "../../../worker/contract/shares.ts";
import { formatSize } from "../../lib/format.ts";
import { useShareResponse } from "../../lib/queries/share.ts";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

type Props = {
	share: MyShare;
	/** ids of the files that saving removes */
	removed: ReadonlySet<string>;
	onChange: (removed: ReadonlySet<string>) => void;
};

/** The files of a share, each to be removed when the form is saved; the last one stays. */
export function FileRemoval({ share, removed, onChange }: Props) {
	const t = useTexts();
	const { data: page } = useShareResponse(share.shareId);
	if (!page || page.files.length < 2) return null;
	const isLast = removed.size >= page.files.length - 1;
	function toggle(id: string) {
		const next = new Set(removed);
		if (!next.delete(id)) next.add(id);
		onChange(next);
	}
	return (
		<details className="sm:col-span-2">
			<summary className="cursor-pointer font-medium">
				{t("dashboard.removeFiles")}
				{removed.size > 0 && (
					<span className="ms-2 text-13 text-error">
						{t("dashboard.removeCount", { n: removed.size })}
					</span>
				)}
			</summary>
			<ul className="mt-2 max-h-56 divide-y divide-line overflow-y-auto rounded-control border border-line">
				{page.files.map((file) => {
					const isRemoved = removed.has(file.id);
					return (
						<li
							key={file.id}
							className="flex items-center gap-3 px-3 py-1 [contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]"
						>
							<span
								className={classes(
									"min-w-0 flex-1 truncate",
									isRemoved && "text-muted line-through",
								)}
							>
								{file.originalName}
							</span>
							<span className="tabular text-13 text-muted">{formatSize(file.size)}</span>
							<button
								type="button"
								className="btn btn-ghost btn-square btn-sm"
								disabled={!isRemoved && isLast}
								aria-label={t(isRemoved ? "dashboard.keepFile" : "dashboard.removeFile", {
									name: file.originalName,
								})}
								onClick={() => toggle(file.id)}
							>
								<Icon of={isRemoved ? Undo2 : Trash2} size={18} />
							</button>
						</li>
					);
				})}
			</ul>
		</details>
	);
}
