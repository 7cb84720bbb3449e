import { formatSize } from "../../../lib/i18n/format.ts";
import { limitValues } from "../../../lib/i18n/limit-values.ts";
import { failureText } from "../../../lib/i18n/server-texts.ts";
import { ApiFailure } from "../../../lib/server/failure.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import type { Snapshot } from "../../../upload-engine/uploader-types.ts";
import { useTexts } from "../texts.ts";

export function UploadState({
	snapshot,
	onWithoutThem,
}: {
	snapshot: Snapshot;
	/** null if the other files aren't available */
	onWithoutThem: (() => void) | null;
}) {
	const t = useTexts();
	const {
		status,
		isOnline,
		isRetrying,
		isPausedByServer,
		fileErrors,
		failure,
		sentBytes,
		totalBytes,
	} = snapshot;
	if (status === "stopped")
		return (
			<Alert tone="danger" live title={t("upload.stopped")}>
				{reasonOf(failure)}
			</Alert>
		);
	if (status === "paused")
		return (
			<Alert title={t("upload.paused")}>
				{/* All sent bytes are stored while paused. */}
				{sentBytes > 0
					? t("upload.pausedText", {
							safe: formatSize(sentBytes),
							total: formatSize(totalBytes),
							...limitValues(),
						})
					: t("upload.pausedNone", limitValues())}
			</Alert>
		);
	if (isPausedByServer)
		return (
			<Alert tone="warning" live title={t("upload.serverPaused")}>
				{t("upload.serverPausedText")}
			</Alert>
		);
	if (status === "finishing")
		return (
			<p role="status" className="text-muted">
				{t("upload.finishing")}
			</p>
		);
	if (!isOnline)
		return (
			<Alert tone="warning" live title={t("upload.offline")}>
				{t("upload.offlineText")}
			</Alert>
		);
	if (fileErrors.size > 0)
		return (
			<Alert
				tone="warning"
				live
				title={t("upload.attention", { n: fileErrors.size })}
				action={
					onWithoutThem && (
						<Button size="sm" onClick={onWithoutThem}>
							{t("upload.withoutIt", { n: fileErrors.size })}
						</Button>
					)
				}
			>
				{status === "attention" && t("upload.attentionText")}
			</Alert>
		);
	return isRetrying ? (
		<p role="status" className="text-muted">
			{t("upload.retrying")}
		</p>
	) : null;

	function reasonOf(error: unknown): string {
		if (!(error instanceof ApiFailure)) return t("upload.failedText");
		if (error.status === 401) return t("upload.signedOut");
		if (error.code === "upload.not_open" || error.code === "upload.not_found")
			return t("upload.ended");
		return failureText(error, t("upload.failedText"));
	}
}
