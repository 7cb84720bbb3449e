import { useState } from "react";
import type { MyShare } from "../../../../worker/contract/catalogue/shares.ts";
import { embedPath } from "../../../../worker/contract/pages/embed.ts";
import { shareLink } from "../../../lib/addresses/paths.ts";
import { Alert } from "../../../ui/alert.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useTexts } from "../texts.ts";
import { ButtonSection } from "./button-section.tsx";
import { CopyCode } from "./copy-code.tsx";
import { FRAME, frameSnippet } from "./snippets.ts";

export default function EmbedDialog({ share, onClose }: { share: MyShare; onClose: () => void }) {
	const t = useTexts();
	const [isRefused, setRefused] = useState(false);
	const onFailed = () => setRefused(true);
	const isPublic = share.status === "published" && share.saleMode === "each";
	return (
		<Dialog
			open
			onClose={onClose}
			size="wide"
			title={t("dashboard.embedTitle")}
			closeLabel={t("dashboard.close")}
		>
			<div className="grid grid-cols-1 gap-8">
				{isRefused && (
					// A toast would be behind the dialog.
					<Alert tone="warning" title={t("dashboard.copyFailed")} live>
						{t("dashboard.copyCodeFailed")}
					</Alert>
				)}
				<CopyField
					label={t("dashboard.embedLink")}
					value={shareLink(share.shareId)}
					copyLabel={t("dashboard.copy")}
					copiedLabel={t("dashboard.copied")}
					onFailed={onFailed}
				/>
				{isPublic ? (
					<>
						<ButtonSection share={share} onFailed={onFailed} />
						<FrameSection share={share} onFailed={onFailed} />
					</>
				) : (
					<p className="text-muted">
						{t(
							share.saleMode === "link" ? "dashboard.embedLinkMode" : "dashboard.embedNotPublished",
						)}
					</p>
				)}
			</div>
		</Dialog>
	);
}

function FrameSection({ share, onFailed }: { share: MyShare; onFailed: () => void }) {
	const t = useTexts();
	return (
		<section className="grid gap-4" aria-labelledby="embed-card">
			<div>
				<h3 id="embed-card" className="font-semibold text-17">
					{t("dashboard.embedCard")}
				</h3>
				<p className="mt-1 text-muted">{t("dashboard.embedCardText")}</p>
			</div>
			<iframe
				src={embedPath(share.shareId)}
				title={t("dashboard.embedCardOf", { title: share.title })}
				height={FRAME.height}
				loading="lazy"
				className="w-full"
			/>
			<CopyCode
				label={t("dashboard.embedCardCode")}
				code={frameSnippet(share.shareId, share.title)}
				onFailed={onFailed}
			/>
		</section>
	);
}
