import { type ComponentProps, useState } from "react";
import { pickFile } from "../../../lib/forms/pick-file.ts";
import { formatNumber } from "../../../lib/i18n/format.ts";
import { ShareLinkField } from "../../../shared/share-link-field.tsx";
import { Card } from "../../../ui/card.tsx";
import { toast } from "../../../ui/toast.ts";
import type { ActiveFile, ActiveUpload } from "../active-upload.ts";
import { RowList } from "../organise/row-list.tsx";
import { recogniseFiles } from "../resume-sources.ts";
import { useTexts } from "../texts.ts";
import { useSnapshot } from "../use-snapshot.ts";
import { DiscardDialog } from "./discard-dialog.tsx";
import { SendingRow } from "./sending-row.tsx";
import { TransferBar } from "./transfer-bar.tsx";
import { UploadState } from "./upload-state.tsx";

const ROW_PX = 56;
/** with room for a reason on a narrow screen */
const FAILED_ROW_PX = 136;
const MIB = 1024 * 1024;

type Props = {
	upload: ActiveUpload;
	onDiscarded: () => void;
	/** null if the form no longer has the other files */
	onWithout: ((sources: ReadonlySet<Blob>) => void) | null;
	/** other words for copying the link */
	copying?: Omit<ComponentProps<typeof ShareLinkField>, "slug"> | undefined;
};

export function SendingView({ upload, onDiscarded, onWithout, copying }: Props) {
	const t = useTexts();
	const { uploader, files } = upload;
	const snapshot = useSnapshot(uploader);
	const [openDialog, setOpenDialog] = useState<(() => void) | null>(null);
	const { fileErrors, fileCount, filesDone, totalBytes } = snapshot;

	async function chooseAgain(file: ActiveFile, index: number) {
		const chosen = await pickFile();
		if (!chosen) return;
		const { name, folderPath, size, id } = file;
		const want = { id, name, folderPath, size, lastModified: null };
		const { found } = await recogniseFiles(upload, [want], [chosen]);
		if (found.has(id)) uploader.retryFile(index, chosen);
		else toast({ tone: "destructive", title: name, text: t("upload.fileDiffers") });
	}
	function withoutThem() {
		const failed = [...fileErrors.keys()].flatMap((index) => files[index]?.source ?? []);
		onWithout?.(new Set(failed));
	}

	return (
		<div className="flex flex-col gap-6">
			<Card className="p-5 sm:p-6">
				<ShareLinkField slug={upload.slug} {...copying} />
				<p className="mt-2 text-13 text-muted">{t("upload.linkReady")}</p>
			</Card>
			<Card aria-labelledby="sending-title" className="flex flex-col gap-4 p-5 sm:p-6">
				<header>
					<h2 id="sending-title" className="tabular text-21 focus:outline-none">
						{t("upload.uploading", { n: fileCount })}
					</h2>
					<p className="tabular mt-1 text-muted">
						<span>{t("upload.totalMb", { mb: (totalBytes / MIB).toFixed(1) })}</span>
						{" · "}
						<span>{t("upload.filesDone", { done: formatNumber(filesDone), n: fileCount })}</span>
					</p>
					<p className="mt-1 text-13 text-muted">{t("upload.patience")}</p>
					<p className="text-13 text-muted">{t("upload.browseOn")}</p>
				</header>
				<UploadState
					snapshot={snapshot}
					onWithoutThem={onWithout && (() => setOpenDialog(() => withoutThem))}
				/>
				<RowList
					rows={files.map((file, index) => ({ file, index }))}
					label={t("upload.files")}
					keyOf={({ file }) => file.id}
					heightOf={({ index }) => (fileErrors.has(index) ? FAILED_ROW_PX : ROW_PX)}
				>
					{({ file, index }) => (
						<SendingRow
							file={file}
							progress={uploader.fileProgress(index)}
							fileError={fileErrors.get(index)}
							onRetry={() => uploader.retryFile(index)}
							onChoose={() => void chooseAgain(file, index)}
						/>
					)}
				</RowList>
			</Card>
			<TransferBar
				snapshot={snapshot}
				uploader={uploader}
				onDiscard={() => setOpenDialog(() => onDiscarded)}
			/>
			{openDialog && (
				<DiscardDialog
					upload={upload}
					onClose={() => setOpenDialog(null)}
					onDiscarded={() => {
						setOpenDialog(null);
						openDialog();
					}}
				/>
			)}
		</div>
	);
}
