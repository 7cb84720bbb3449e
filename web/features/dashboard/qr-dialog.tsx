import { Download } from "lucide-react";
import { useMemo } from "react";
import { renderSVG } from "uqr";
import type { MyShare } from "../../../worker/contract/shares.ts";
import { shareLink } from "../../lib/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

/** The share's link as a QR code, to show or to print. Dark on white in both themes, for scanners. */
export default function QrDialog({ share, onClose }: { share: MyShare; onClose: () => void }) {
	const t = useTexts();
	const link = shareLink(share.shareId);
	const image = useMemo(
		() => `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { border: 2 }))}`,
		[link],
	);
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("dashboard.qrTitle")}
			closeLabel={t("dashboard.close")}
			actions={
				<a className={buttonClass("primary")} href={image} download={`${share.shareId}.svg`}>
					<Icon of={Download} />
					{t("dashboard.qrDownload")}
				</a>
			}
		>
			<p className="text-muted">{t("dashboard.qrText")}</p>
			<img
				src={image}
				alt={t("dashboard.qrAlt", { link })}
				width={280}
				height={280}
				className="mx-auto my-4 rounded-control bg-white"
			/>
			<p className="break-all text-center text-13 text-muted">{link}</p>
		</Dialog>
	);
}
