import { type Dispatch, useState } from "react";
import type { TransactionLimits } from "../../../../worker/accounts/contract.ts";
import { MAX_VERSION_NOTE } from "../../../../worker/contract/constants.ts";
import { formatSize } from "../../../lib/i18n/format.ts";
import { DEFAULT_COVER } from "../../../lib/selling/cover-picture.ts";
import { useShareResponse } from "../../../lib/server/queries/share.ts";
import { useOwnShare } from "../../../lib/server/queries/shares.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Card } from "../../../ui/card.tsx";
import { CheckField, TextArea } from "../../../ui/field.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { DropArea } from "../choose/drop-area.tsx";
import type { Draft, DraftAction } from "../organise/draft.ts";
import { useTexts } from "../texts.ts";
import { useBegin } from "../use-begin.ts";
import { useStock } from "../use-made.ts";
import { addingTo, EMPTY_DETAILS } from "./details.ts";
import { BeginButton } from "./notices.tsx";
import { PreviewGrid } from "./preview-grid.tsx";

type Props = {
	slug: string;
	fileId: string;
	draft: Draft;
	act: Dispatch<DraftAction>;
	limits: TransactionLimits | undefined;
};

export function ReplaceFileView({ slug, fileId, draft, act, limits }: Props) {
	const t = useTexts();
	const own = useOwnShare(slug);
	const { data: page, error } = useShareResponse(slug);
	const [note, setNote] = useState("");
	const [keepEarlier, setKeepEarlier] = useState(true);
	const share = own?.status === "taken_down" ? null : own;
	const file = page?.files.find(({ id }) => id === fileId);
	const details = share
		? { ...addingTo(share), replaces: { file: fileId, note, keepEarlier } }
		: EMPTY_DETAILS;
	useStock(draft, details);
	const { pending, onSubmit } = useBegin(details, { files: draft.files, cover: DEFAULT_COVER });
	if (share === undefined || (!page && !error)) return <Skeleton className="h-72 rounded-card" />;
	if (!share || !file)
		return (
			<Alert tone="warning" live>
				{t("upload.replaceUnknown")}
			</Alert>
		);
	const chosen = draft.files[0]?.file;

	function choose(files: File[]) {
		act({ type: "clear" });
		act({ type: "add", files: files.slice(0, 1), isNested: false });
	}

	return (
		<form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
			<div>
				<h2 className="break-words text-21">
					{t("upload.replaceTitle", { name: file.originalName })}
				</h2>
				<p className="text-muted">
					{t("upload.replaceText")} {limits && limits.remaining !== -1 && t("upload.addToCounts")}
				</p>
			</div>
			<DropArea
				size={chosen ? "strip" : "page"}
				disabled={limits?.remaining === 0}
				onFiles={choose}
			/>
			{chosen && (
				<>
					<Card className="flex flex-col gap-5 p-4 sm:p-6">
						<h3 className="break-words text-17">
							{chosen.name} <span className="tabular text-muted">{formatSize(chosen.size)}</span>
						</h3>
						<PreviewGrid files={[chosen]} />
						<TextArea
							label={t("upload.versionNote")}
							hint={t("upload.versionNoteHint")}
							rows={2}
							maxLength={MAX_VERSION_NOTE}
							value={note}
							onChange={(event) => setNote(event.target.value)}
						/>
						<CheckField
							label={t("upload.keepEarlier")}
							hint={t("upload.keepEarlierHint")}
							role="switch"
							checked={keepEarlier}
							onChange={(event) => setKeepEarlier(event.target.checked)}
						/>
					</Card>
					<BeginButton limits={limits} pending={pending}>
						{t("upload.replaceSubmit")}
					</BeginButton>
				</>
			)}
		</form>
	);
}
