import { type Dispatch, useState } from "react";
import type { TransactionLimits } from "../../../../worker/contract/accounts/accounts.ts";
import { PLANS } from "../../../../worker/contract/accounts/plans.ts";
import { limitValues } from "../../../lib/i18n/limit-values.ts";
import { DEFAULT_COVER } from "../../../lib/selling/cover-picture.ts";
import { usePaused } from "../../../lib/server/queries/pauses.ts";
import { useOwnShare } from "../../../lib/server/queries/shares.ts";
import { useCreator } from "../../../lib/session/session.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { DropArea } from "../choose/drop-area.tsx";
import type { Draft, DraftAction } from "../organise/draft.ts";
import { useTexts } from "../texts.ts";
import { useBegin } from "../use-begin.ts";
import { ChosenFiles } from "./chosen-files.tsx";
import { addingTo, EMPTY_DETAILS } from "./details.ts";
import { PausedNotice } from "./paused-notice.tsx";

type Props = {
	/** of the share that gets the files */
	slug: string;
	draft: Draft;
	act: Dispatch<DraftAction>;
	limits: TransactionLimits | undefined;
};

/** For a published share, whose title, price and previews stay as they are. */
export function AddFilesView({ slug, draft, act, limits }: Props) {
	const t = useTexts();
	const [isArranging, setArranging] = useState(false);
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
				takesFolders={files.length === 0 || isArranging}
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
					<ChosenFiles
						draft={draft}
						act={act}
						isNested={isNested}
						isArranging={isArranging}
						onArrange={setArranging}
					/>
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
