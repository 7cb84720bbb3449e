import Pause from "icons:pause";
import Play from "icons:play";
import { formatSize } from "../../../lib/i18n/format.ts";
import { ApiFailure } from "../../../lib/server/failure.ts";
import { signInAgain } from "../../../lib/session/sign-in-again.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Progress } from "../../../ui/progress.tsx";
import type { Uploader } from "../../../upload-engine/uploader.ts";
import type { Snapshot } from "../../../upload-engine/uploader-types.ts";
import { useTexts } from "../texts.ts";

type Props = { snapshot: Snapshot; uploader: Uploader; onDiscard: () => void };

export function TransferBar({ snapshot, uploader, onDiscard }: Props) {
	const t = useTexts();
	const { status, sentBytes, totalBytes, bytesPerSecond, secondsLeft } = snapshot;
	const isMoving = status === "sending" && snapshot.isOnline;
	async function goOn() {
		const { failure } = snapshot;
		const isSignedOut = failure instanceof ApiFailure && failure.code === "auth.required";
		if (!isSignedOut || (await signInAgain())) uploader.resume();
	}
	return (
		<div className="sticky bottom-0 z-20 max-sm:bleeds border-line border-t bg-surface/95 sm:px-6 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-sm sm:mb-4 sm:rounded-card sm:border sm:shadow-float">
			<Progress
				value={progressOf(snapshot)}
				label={t("upload.progress")}
				className={isMoving ? undefined : "opacity-60"}
			/>
			<div className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-2">
				<p className="tabular flex min-w-0 grow flex-wrap gap-x-4 text-15 max-sm:basis-full">
					<span className="font-medium">
						{t("upload.sentOf", { sent: formatSize(sentBytes), total: formatSize(totalBytes) })}
					</span>
					{isMoving && bytesPerSecond !== null && (
						<span className="text-muted">
							{t("upload.speed", { size: formatSize(Math.round(bytesPerSecond)) })}
						</span>
					)}
					{isMoving && secondsLeft !== null && (
						<span className="text-muted">{timeLeft(t, secondsLeft)}</span>
					)}
				</p>
				<div className="flex grow justify-end gap-2 sm:grow-0">
					<Button size="sm" tone="quiet" onClick={onDiscard}>
						{t("upload.discard")}
					</Button>
					{(status === "sending" || status === "finishing") && (
						<Button size="sm" icon={<Icon of={Pause} size={18} />} onClick={() => uploader.pause()}>
							{t("upload.pause")}
						</Button>
					)}
					{(status === "paused" || status === "stopped") && (
						<Button
							size="sm"
							tone="primary"
							icon={<Icon of={Play} size={18} />}
							onClick={() => void goOn()}
						>
							{t(status === "paused" ? "upload.resume" : "upload.retry")}
						</Button>
					)}
				</div>
			</div>
		</div>
	);
}

function progressOf({ sentBytes, totalBytes, filesDone, fileCount }: Snapshot): number {
	if (totalBytes > 0) return sentBytes / totalBytes;
	return fileCount === 0 ? 1 : filesDone / fileCount;
}

/** "2 min left" from seconds. */
function timeLeft(t: ReturnType<typeof useTexts>, seconds: number): string {
	if (seconds < 60) return t("upload.secondsLeft", { n: Math.max(1, seconds) });
	const minutes = Math.ceil(seconds / 60);
	if (minutes < 60) return t("upload.minutesLeft", { n: minutes });
	return t("upload.hoursLeft", { h: Math.floor(minutes / 60), m: minutes % 60 });
}
