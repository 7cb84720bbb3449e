import type { ShareFile } from "../../../worker/contract/catalogue/shares.ts";
import { FileSize } from "../../shared/file-size.tsx";
import { FileBadge } from "./file-badge.tsx";
import { Section, ShowAll } from "./section.tsx";
import { useTexts } from "./texts.ts";
import { useFirst } from "./use-first.ts";

/** Files without a preview, by their icon, name and size. */
export function OtherFiles({ files, isAll }: { files: readonly ShareFile[]; isAll: boolean }) {
	const t = useTexts();
	const [shown, showAll] = useFirst(files);
	return (
		<Section title={t(isAll ? "share.files" : "share.also")}>
			<ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
				{shown.map((file) => (
					<li
						key={file.id}
						id={`file=${file.id}`}
						className="flex min-h-14 items-center gap-3 px-4 py-2"
					>
						<FileBadge file={file} />
						<span
							dir="auto"
							title={file.originalName}
							className="min-w-0 flex-1 truncate text-left font-medium"
						>
							{file.originalName}
						</span>
						<FileSize bytes={file.size} className="text-13 text-muted" />
					</li>
				))}
			</ul>
			<ShowAll label={t("share.showAll", { n: files.length })} onClick={showAll} />
		</Section>
	);
}
