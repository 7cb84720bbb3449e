import Check from "icons:check";
import Copy from "icons:copy";
import { useCopy } from "../../lib/page/use-copy.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

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
		<Button
			className="max-sm:flex-1"
			icon={<Icon of={copied ? Check : Copy} className={copied ? "text-primary" : ""} />}
			onClick={onClick}
		>
			<span aria-live="polite">{copied ? t("direct.copied") : label}</span>
		</Button>
	);
}
