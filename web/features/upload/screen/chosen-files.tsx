import type { Dispatch } from "react";
import { formatSize } from "../../../lib/i18n/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { type Draft, type DraftAction, totalSize } from "../organise/draft.ts";
import { Organiser } from "../organise/organiser.tsx";
import { useTexts } from "../texts.ts";
import { PreviewGrid } from "./preview-grid.tsx";

export function ChosenFiles({
	draft,
	act,
	isNested,
	isArranging,
	onArrange,
}: {
	draft: Draft;
	act: Dispatch<DraftAction>;
	isNested: boolean;
	isArranging: boolean;
	onArrange: (isArranging: boolean) => void;
}) {
	const t = useTexts();
	const { files } = draft;
	return (
		<Card className="flex flex-col gap-4 p-4 sm:p-6">
			<header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<h2 className="tabular text-21">
					{t("upload.summary", { n: files.length, size: formatSize(totalSize(files)) })}
				</h2>
				<Button
					size="sm"
					tone="quiet"
					className="-mx-3"
					aria-expanded={isArranging}
					onClick={() => onArrange(!isArranging)}
				>
					{t(isArranging ? "upload.arranged" : "upload.arrange")}
				</Button>
			</header>
			{isArranging ? (
				<Organiser draft={draft} act={act} isNested={isNested} />
			) : (
				<PreviewGrid files={files.map(({ file }) => file)} />
			)}
		</Card>
	);
}
