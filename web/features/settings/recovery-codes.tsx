import Check from "icons:check";
import Copy from "icons:copy";
import { useCopy } from "../../lib/page/use-copy.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
	const t = useTexts();
	const { copied, copy } = useCopy();
	return (
		<div className="flex flex-col gap-5">
			<p className="text-muted">{t("settings.totpRecoveryText")}</p>
			<ul className="grid grid-cols-2 gap-2 rounded-control bg-faint p-4 font-mono">
				{codes.map((code) => (
					<li key={code}>{code}</li>
				))}
			</ul>
			<div className="flex flex-wrap gap-3">
				<Button icon={<Icon of={copied ? Check : Copy} />} onClick={() => copy(codes.join("\n"))}>
					<span aria-live="polite">{t(copied ? "settings.totpCopied" : "settings.totpCopy")}</span>
				</Button>
				<Button tone="primary" onClick={onDone}>
					{t("settings.totpDone")}
				</Button>
			</div>
		</div>
	);
}
