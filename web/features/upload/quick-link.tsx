import CircleCheck from "icons:circle-check";
import { Link } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { priceLabel } from "../../lib/buying/price-label.ts";
import { formatSize } from "../../lib/i18n/format.ts";
import { ShareLinkField } from "../../shared/share-link-field.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Progress } from "../../ui/progress.tsx";
import { toast } from "../../ui/toast.ts";
import type { ActiveUpload } from "./active-upload.ts";
import { progressOf, timeLeft } from "./screen/transfer-bar.tsx";
import { UploadState } from "./screen/upload-state.tsx";
import { useTexts } from "./texts.ts";
import { useSnapshot } from "./use-snapshot.ts";

export function QuickLink({ upload, onAgain }: { upload: ActiveUpload; onAgain: () => void }) {
	const t = useTexts();
	const snapshot = useSnapshot(upload.uploader);
	const { share, sentBytes, totalBytes, secondsLeft, fileCount } = snapshot;
	return (
		<div className="flex flex-col gap-4">
			<h3 className="font-semibold">{t("quick.step3")}</h3>
			<ShareLinkField
				slug={upload.slug}
				onCopied={() =>
					toast({ tone: "good", title: t("quick.copied"), text: t("quick.copiedText") })
				}
				failed={{ title: t("quick.copyFailed"), text: t("quick.copyFailedText") }}
			/>
			{share ? (
				<p className="tabular flex flex-wrap items-center gap-x-2" role="status">
					<Icon of={CircleCheck} className="text-primary" />
					<span className="font-semibold">
						{t(share.fileShare.checking ? "upload.beingChecked" : "upload.success")}
					</span>
					<span className="text-muted">
						{priceLabel(share.fileShare)} ·{" "}
						{t("upload.folderCount", { n: share.fileShare.fileCount })}
					</span>
				</p>
			) : (
				<>
					<UploadState snapshot={snapshot} onWithoutThem={null} />
					<Progress value={progressOf(snapshot)} label={t("upload.progress")} />
					<p className="tabular flex flex-wrap gap-x-4 text-muted">
						<span>{t("upload.uploading", { n: fileCount })}</span>
						<span>
							{t("upload.sentOf", { sent: formatSize(sentBytes), total: formatSize(totalBytes) })}
						</span>
						{secondsLeft !== null && <span>{timeLeft(t, secondsLeft)}</span>}
					</p>
				</>
			)}
			<div className="flex flex-wrap gap-3">
				{share ? (
					<Button onClick={onAgain}>{t("upload.again")}</Button>
				) : (
					<Link to={paths.upload} className={buttonClass("plain")}>
						{t("quick.details")}
					</Link>
				)}
			</div>
		</div>
	);
}
