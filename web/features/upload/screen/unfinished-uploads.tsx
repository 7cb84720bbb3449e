import { useState } from "react";
import type { OpenUpload } from "../../../../worker/files/uploads/contract.ts";
import { formatDateTime, formatSize } from "../../../lib/i18n/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { useTexts } from "../texts.ts";
import { DiscardDialog } from "./discard-dialog.tsx";

type Props = {
	uploads: readonly OpenUpload[];
	pendingId: string | null;
	onResume: (upload: OpenUpload) => void;
};

export function UnfinishedUploads({ uploads, pendingId, onResume }: Props) {
	const t = useTexts();
	const [discarding, setDiscarding] = useState<OpenUpload | null>(null);
	if (uploads.length === 0) return null;
	return (
		<Card aria-labelledby="unfinished-title" className="p-5 sm:p-6">
			<h2 id="unfinished-title" className="text-17">
				{t("upload.unfinished")}
			</h2>
			<ul className="mt-3 divide-y divide-line">
				{uploads.map((upload) => (
					<li
						key={upload.id}
						className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3 last:pb-0"
					>
						<div className="min-w-0 flex-1 basis-60">
							<p className="truncate font-medium">{upload.title}</p>
							<Progress
								className="my-2"
								label={upload.title}
								value={upload.totalSize > 0 ? upload.receivedSize / upload.totalSize : 0}
							/>
							<p className="tabular text-13 text-muted">
								{t(upload.receivedSize > 0 ? "upload.unfinishedOf" : "upload.unfinishedNone", {
									received: formatSize(upload.receivedSize),
									total: formatSize(upload.totalSize),
									n: upload.fileCount,
								})}{" "}
								· {t("upload.keptUntil", { date: formatDateTime(upload.expiresAt) })}
							</p>
						</div>
						<div className="flex gap-2">
							<Button
								size="sm"
								tone="quiet"
								aria-label={t("upload.discardNamed", { name: upload.title })}
								onClick={() => setDiscarding(upload)}
							>
								{t("upload.discard")}
							</Button>
							<Button
								size="sm"
								tone="primary"
								aria-label={t("upload.resumeNamed", { name: upload.title })}
								pending={pendingId === upload.id && t("upload.resuming")}
								onClick={() => onResume(upload)}
							>
								{t("upload.resume")}
							</Button>
						</div>
					</li>
				))}
			</ul>
			{discarding && (
				<DiscardDialog
					upload={discarding}
					onClose={() => setDiscarding(null)}
					onDiscarded={() => setDiscarding(null)}
				/>
			)}
		</Card>
	);
}
