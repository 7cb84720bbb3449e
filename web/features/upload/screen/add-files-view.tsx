import type { Dispatch } from "react";
import type { TransactionLimits } from "../../../../worker/accounts/contract.ts";
import { DEFAULT_COVER } from "../../../lib/selling/cover-picture.ts";
import { useOwnShare } from "../../../lib/server/queries/shares.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { Draft, DraftAction } from "../organise/draft.ts";
import { useTexts } from "../texts.ts";
import { useBegin } from "../use-begin.ts";
import { useStock } from "../use-made.ts";
import { ChosenFiles } from "./chosen-files.tsx";
import { addingTo, EMPTY_DETAILS } from "./details.ts";
import { BeginButton } from "./notices.tsx";

type Props = {
	slug: string;
	draft: Draft;
	act: Dispatch<DraftAction>;
	limits: TransactionLimits | undefined;
};

/** The share's title, price and previews stay. */
export function AddFilesView({ slug, draft, act, limits }: Props) {
	const t = useTexts();
	const own = useOwnShare(slug);
	const share = own?.status === "taken_down" ? null : own;
	const details = share ? addingTo(share) : EMPTY_DETAILS;
	useStock(draft, details);
	const { pending, onSubmit } = useBegin(details, { files: draft.files, cover: DEFAULT_COVER });
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
			<ChosenFiles draft={draft} act={act} limits={limits} />
			{draft.files.length > 0 && (
				<BeginButton limits={limits} pending={pending}>
					{t("upload.addToSubmit")}
				</BeginButton>
			)}
		</form>
	);
}
