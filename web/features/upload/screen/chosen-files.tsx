import { type Dispatch, useState } from "react";
import type { TransactionLimits } from "../../../../worker/accounts/contract.ts";
import { PLANS } from "../../../../worker/contract/plans.ts";
import { formatSize } from "../../../lib/i18n/format.ts";
import { useCreator } from "../../../lib/session/session.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { DropArea } from "../choose/drop-area.tsx";
import { type Draft, type DraftAction, totalSize } from "../organise/draft.ts";
import { Organiser } from "../organise/organiser.tsx";
import { useTexts } from "../texts.ts";
import { OverflowNotice } from "./notices.tsx";
import { PreviewGrid } from "./preview-grid.tsx";

export function ChosenFiles({
	draft,
	act,
	limits,
	sellsSingles = false,
}: {
	draft: Draft;
	act: Dispatch<DraftAction>;
	limits: TransactionLimits | undefined;
	/** files are sold one by one too */
	sellsSingles?: boolean;
}) {
	const t = useTexts();
	const [isArranging, setArranging] = useState(false);
	const creator = useCreator();
	const isNested = PLANS[limits?.plan ?? creator.plan].nestedFolders;
	const { files } = draft;
	const hasFiles = files.length > 0;
	return (
		<>
			<DropArea
				size={hasFiles ? "strip" : "page"}
				disabled={limits?.remaining === 0}
				onFiles={(added) => act({ type: "add", files: added, isNested })}
			/>
			<OverflowNotice draft={draft} />
			{draft.wasFlattened && <Alert live>{t("upload.flattened")}</Alert>}
			{hasFiles && (
				<Card className="flex flex-col gap-3 p-4 sm:p-5">
					<header className="flex flex-wrap items-center justify-between gap-2">
						<h2 className="tabular text-21">
							{t("upload.summary", { n: files.length, size: formatSize(totalSize(files)) })}
						</h2>
						<Button
							size="sm"
							tone="quiet"
							className="-mx-3"
							aria-expanded={isArranging}
							onClick={() => setArranging(!isArranging)}
						>
							{t(isArranging ? "upload.arranged" : "upload.arrange")}
						</Button>
					</header>
					{isArranging ? (
						<Organiser draft={draft} act={act} isNested={isNested} sellsSingles={sellsSingles} />
					) : (
						<PreviewGrid files={files.map(({ file }) => file)} />
					)}
				</Card>
			)}
		</>
	);
}
