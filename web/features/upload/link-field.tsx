import { shareLink } from "../../lib/paths.ts";
import { CopyField } from "../../ui/copy-field.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

/** The link for buyers, to copy. */
export function LinkField({ shareId }: { shareId: string }) {
	const t = useTexts();
	return (
		<CopyField
			label={t("upload.shareLink")}
			value={shareLink(shareId)}
			copyLabel={t("upload.copy")}
			copiedLabel={t("upload.copied")}
			onFailed={() =>
				toast({
					tone: "destructive",
					title: t("upload.copyFailed"),
					text: t("upload.copyFailedText"),
				})
			}
		/>
	);
}
