import { Check, Copy } from "lucide-react";
import { useCopy } from "../../lib/use-copy.ts";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

/** Copies a text that stands beside it; `label` says which. */
export function CopyButton({ text, label }: { text: string; label: string }) {
	const t = useTexts();
	const { copied, copy } = useCopy();
	async function onClick() {
		if (await copy(text)) return;
		toast({
			tone: "destructive",
			title: t("direct.copyFailed"),
			text: t("direct.copyFailedText"),
		});
	}
	return (
		<button type="button" className="btn" aria-label={label} onClick={onClick}>
			<Icon of={copied ? Check : Copy} className={copied ? "text-primary" : ""} />
			<span aria-live="polite">{t(copied ? "direct.copied" : "direct.copy")}</span>
		</button>
	);
}
