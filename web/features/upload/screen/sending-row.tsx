import CircleAlert from "icons:circle-alert";
import CircleCheck from "icons:circle-check";
import { MAIN_FOLDER } from "../../../../worker/contract/constants.ts";
import { failureText } from "../../../lib/i18n/server-texts.ts";
import { ApiFailure } from "../../../lib/server/failure.ts";
import { FileSize } from "../../../shared/file-size.tsx";
import { Button } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { FileProgress } from "../../../upload-engine/progress-tracker.ts";
import type { ActiveFile } from "../active-upload.ts";
import { useTexts } from "../texts.ts";
import { Thumbnail } from "../thumbnail.tsx";

type Props = {
	file: ActiveFile;
	progress: FileProgress;
	fileError: unknown;
	onRetry: () => void;
	onChoose: () => void;
};

export function SendingRow({ file, progress, fileError, onRetry, onChoose }: Props) {
	const t = useTexts();
	const { state, sent, size } = progress;
	const share = size === 0 ? 0 : sent / size;
	const canRetry = fileError instanceof ApiFailure && fileError.code !== "file.type_not_accepted";
	const isGone = fileError !== undefined && !(fileError instanceof ApiFailure);
	return (
		<div className="relative flex h-full items-center gap-3">
			<Thumbnail name={file.name} file={file.source} className="size-10" />
			<div className="min-w-0 flex-1">
				<p className="truncate" title={file.name}>
					{file.name}
				</p>
				<p
					className={classes(
						"text-13 text-muted",
						state === "failed" ? "wrap-anywhere" : "truncate",
					)}
				>
					{state === "failed" ? (
						<span className="text-error">{reason()}</span>
					) : file.folderPath === MAIN_FOLDER ? (
						t("upload.mainFiles")
					) : (
						file.folderPath
					)}
				</p>
			</div>
			<FileSize bytes={size} className="text-13 text-muted max-sm:hidden" />
			<span className="tabular flex w-16 items-center justify-end text-13 text-muted">
				{state === "done" ? (
					<>
						<Icon of={CircleCheck} className="text-primary" />
						<span className="sr-only">{t("upload.fileDone")}</span>
					</>
				) : state === "failed" ? (
					<>
						<Icon of={CircleAlert} className="text-error" />
						<span className="sr-only">{t("upload.fileFailed")}</span>
					</>
				) : state === "sending" ? (
					`${Math.floor(share * 100)} %`
				) : (
					t("upload.fileWaiting")
				)}
			</span>
			{canRetry && (
				<Button size="sm" onClick={onRetry}>
					{t("upload.retry")}
				</Button>
			)}
			{isGone && (
				<Button size="sm" onClick={onChoose}>
					{t("upload.chooseIt")}
				</Button>
			)}
			{state === "sending" && (
				<span aria-hidden="true" className="absolute inset-x-0 bottom-0 h-0.5 bg-line">
					<span
						className="block size-full origin-left bg-primary transition-transform duration-200 ease-out"
						style={{ transform: `scaleX(${share.toFixed(4)})` }}
					/>
				</span>
			)}
		</div>
	);

	function reason(): string {
		if (!(fileError instanceof ApiFailure)) return t("upload.fileGone");
		if (fileError.code === "upload.part_differs") return t("upload.fileDiffers");
		if (fileError.reason === "file.program") return t("upload.program");
		if (fileError.reason === "file.empty") return t("upload.contentEmpty");
		if (fileError.code === "file.type_not_accepted") return t("upload.fileTypeWrong");
		return failureText(fileError, t("upload.fileGone"));
	}
}
