import type { ShareFile } from "../../../worker/contract/catalogue/shares.ts";
import { FileRow } from "./files-tree.tsx";
import { Section } from "./section.tsx";
import { useTexts } from "./texts.ts";

export function OtherFiles({ files, isAll }: { files: readonly ShareFile[]; isAll: boolean }) {
	const t = useTexts();
	return (
		<Section title={t(isAll ? "share.files" : "share.also")}>
			<ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
				{files.map((file) => (
					<FileRow key={file.id} file={file} onOpen={null} />
				))}
			</ul>
		</Section>
	);
}
