import type { Dispatch } from "react";
import type { TransactionLimits } from "../../../../worker/contract/accounts/accounts.ts";
import { PLANS } from "../../../../worker/contract/accounts/plans.ts";
import { formatSize } from "../../../lib/i18n/format.ts";
import { limitValues } from "../../../lib/i18n/limit-values.ts";
import { DEFAULT_COVER } from "../../../lib/selling/cover-picture.ts";
import { usePaused } from "../../../lib/server/queries/pauses.ts";
import { useOwnShare } from "../../../lib/server/queries/shares.ts";
import { useCreator } from "../../../lib/session/session.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { DropArea } from "../choose/drop-area.tsx";
import { type Draft, type DraftAction, totalSize } from "../organise/draft.ts";
import { Organiser } from "../organise/organiser.tsx";
import { useTexts } from "../texts.ts";
import { useBegin } from "../use-begin.ts";
import { addingTo, EMPTY_DETAILS } from "./details.ts";
import { PausedNotice } from "./paused-notice.tsx";
import { PreviewGrid } from "./preview-grid.tsx";

type Props = {
	/** of the share that gets the files */
	slug: string;
	draft: Draft;
	act: Dispatch<DraftAction>;
	limits: TransactionLimits | undefined;
};

/** Adds files to a share that is already published: its title, price and previews stay as they are. */
export function AddFilesView({ slug, draft, act, limits }: Props) {
	const t = useTexts();
	const creator = useCreator();
	const isPaused = usePaused("uploads");
	const own = useOwnShare(slug);
	const share = own?.status === "taken_down" ? null : own;
	const details = share ? addingTo(share) : EMPTY_DETAILS;
	const { pending, onSubmit } = useBegin(
		details,
		{ files: draft.files, cover: DEFAULT_COVER },
		{
			failed: t("upload.failed"),
			failedText: t("upload.failedText"),
		},
	);
	const isNested = PLANS[limits?.plan ?? creator.plan].nestedFolders;
	const { files } = draft;
	if (share === undefined) return <Skeleton className="h-72 rounded-card" />;
	if (!share)
		return (
			<Alert tone="warning" live>
				{t("upload.addToUnknown")}
			</Alert>
		);
	return (
		<form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
			<div>
				<h2 className="break-words text-21">{t("upload.addToTitle", { title: share.title })}</h2>
				<p className="text-muted">
					{t(share.sales > 0 ? "upload.addToBuyers" : "upload.addToText")}{" "}
					{limits && limits.remaining !== -1 && t("upload.addToCounts")}
				</p>
			</div>
			<DropArea
				size={files.length > 0 ? "strip" : "page"}
				disabled={limits?.remaining === 0}
				onFiles={(added) => act({ type: "add", files: added, isNested })}
			/>
			{draft.overflow > 0 && (
				<Alert tone="warning" live>
					{t("upload.overflow", { n: draft.overflow, ...limitValues() })}
				</Alert>
			)}
			{files.length > 0 && (
				<>
					<Card className="flex flex-col gap-5 p-4 sm:p-6">
						<h3 className="tabular text-17">
							{t("upload.summary", { n: files.length, size: formatSize(totalSize(files)) })}
						</h3>
						<PreviewGrid files={files.map(({ file }) => ({ name: file.name, file }))} />
						<hr className="border-line" />
						<Organiser draft={draft} act={act} isNested={isNested} />
					</Card>
					{isPaused ? (
						<PausedNotice />
					) : (
						<Button
							type="submit"
							tone="primary"
							size="lg"
							className="self-start"
							disabled={limits?.remaining === 0}
							pending={pending && t("upload.beginning")}
						>
							{t("upload.addToSubmit")}
						</Button>
					)}
				</>
			)}
		</form>
	);
}
