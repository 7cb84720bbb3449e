import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useTexts } from "./texts.ts";

export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
	const t = useTexts();
	return (
		<Dialog onClose={onClose} title={t("settings.totpRecoveryTitle")}>
			<div className="flex flex-col gap-5">
				<p className="text-muted">{t("settings.totpRecoveryText")}</p>
				<ul className="grid grid-cols-2 gap-2 rounded-control bg-faint p-4 font-mono">
					{codes.map((code) => (
						<li key={code}>{code}</li>
					))}
				</ul>
				<div className="flex flex-wrap gap-3">
					<CopyButton
						text={codes.join("\n")}
						label={t("settings.totpCopy")}
						copied={t("settings.totpCopied")}
					/>
					<Button tone="primary" onClick={onClose}>
						{t("settings.totpDone")}
					</Button>
				</div>
			</div>
		</Dialog>
	);
}
