import Check from "icons:check";
import Copy from "icons:copy";
import type { MyShare } from "../../../worker/contract/catalogue/shares.ts";
import { shareLink } from "../../lib/addresses/paths.ts";
import { useCopy } from "../../lib/page/use-copy.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

export function CopyLink({ share }: { share: MyShare }) {
	const t = useTexts();
	const { copied, copy } = useCopy();
	return (
		<Button
			size="sm"
			icon={<Icon of={copied ? Check : Copy} size={18} />}
			aria-label={t("dashboard.copyLinkOf", { title: share.title })}
			onClick={async () => {
				if (await copy(shareLink(share.shareId))) return;
				toast({
					tone: "destructive",
					title: t("dashboard.copyFailed"),
					text: t("dashboard.copyFailedText"),
				});
			}}
		>
			<span aria-live="polite">{t(copied ? "dashboard.copied" : "dashboard.copy")}</span>
		</Button>
	);
}
