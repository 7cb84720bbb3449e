import Download from "icons:download";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { shareLink } from "../../lib/addresses/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { QrCode, qrImage } from "../../ui/qr-code.tsx";
import { useTexts } from "./texts.ts";

export default function QrDialog({ share, onClose }: { share: MyShare; onClose: () => void }) {
	const t = useTexts();
	const link = shareLink(share.shareId);
	return (
		<Dialog
			onClose={onClose}
			title={t("dashboard.qrTitle")}
			actions={
				<a
					className={buttonClass("primary")}
					href={qrImage(link)}
					download={`${share.shareId}.svg`}
				>
					<Icon of={Download} />
					{t("dashboard.qrDownload")}
				</a>
			}
		>
			<p className="text-muted">{t("dashboard.qrText")}</p>
			<QrCode
				link={link}
				alt={t("dashboard.qrAlt", { link })}
				size={280}
				className="mx-auto my-4"
			/>
			<p className="break-all text-center text-13 text-muted">{link}</p>
		</Dialog>
	);
}
