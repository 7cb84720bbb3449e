import { type Dispatch, useState } from "react";
import type { TransactionLimits } from "../../../../worker/contract/accounts/accounts.ts";
import { PLANS } from "../../../../worker/contract/accounts/plans.ts";
import { limitValues } from "../../../lib/i18n/limit-values.ts";
import { DEFAULT_COVER } from "../../../lib/selling/cover-picture.ts";
import { useOwnShare } from "../../../lib/server/queries/shares.ts";
import { useCreator } from "../../../lib/session/session.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { DropArea } from "../choose/drop-area.tsx";
import type { Draft, DraftAction } from "../organise/draft.ts";
import { useTexts } from "../texts.ts";
import { useBegin } from "../use-begin.ts";
import { ChosenFiles } from "./chosen-files.tsx";
import { addingTo, EMPTY_DETAILS } from "./details.ts";
import { BeginButton } from "./notices.tsx";

type Props = {
	slug: string;
	draft: Draft;
	act: Dispatch<DraftAction>;
	limits: TransactionLimits | undefined;
};

/** Adds files to a published share, whose title, price and previews stay. */
export function AddFilesView({ slug, draft, act, limits }: Props) {
	const t = useTexts();
	const [isArranging, setArranging] = useState(false);
	const creator = useCreator();
	const own = useOwnShare(slug);
	const share = own?.status === "taken_down" ? null : own;
	const details = share ? addingTo(share) : EMPTY_DETAILS;
	const { pending, onSubmit } = useBegin(details, { files: draft.files, cover: DEFAULT_COVER });
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
					<BeginButton limits={limits} pending={pending}>
						{t("upload.addToSubmit")}
					</BeginButton>
				</>
			)}
		</form>
	);
}
