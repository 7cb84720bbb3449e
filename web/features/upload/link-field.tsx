import { shareLink } from "../../lib/paths.ts";
import { CopyField } from "../../ui/copy-field.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

/** The link for buyers, to copy. The dashboard's quick form has its own texts. */
export function LinkField({ slug, isQuick = false }: { slug: string; isQuick?: boolean }) {
	const t = useTexts();
	return (
		<CopyField
			label={t("upload.shareLink")}
			value={shareLink(slug)}
			copyLabel={t("upload.copy")}
			copiedLabel={t("upload.copied")}
			onCopied={() => {
				if (isQuick) toast({ tone: "good", title: t("quick.copied"), text: t("quick.copiedText") });
			}}
			onFailed={() =>
				toast({
					tone: "destructive",
					title: t(isQuick ? "quick.copyFailed" : "upload.copyFailed"),
					text: t(isQuick ? "quick.copyFailedText" : "upload.copyFailedText"),
				})
			}
		/>
	);
}
