import { shareLink } from "../lib/addresses/paths.ts";
import { usePublishedTexts } from "../lib/texts/published-texts.ts";
import { CopyField } from "../ui/copy-field.tsx";
import { toast } from "../ui/toast.ts";

type Props = {
	slug: string;
	onCopied?: () => void;
	failed?: { title: string; text: string };
};

export function ShareLinkField({ slug, onCopied, failed }: Props) {
	const t = usePublishedTexts();
	return (
		<CopyField
			label={t("published.link")}
			value={shareLink(slug)}
			copyLabel={t("published.copy")}
			copiedLabel={t("published.copied")}
			{...(onCopied && { onCopied })}
			onFailed={() =>
				toast({
					tone: "destructive",
					title: t("published.copyFailed"),
					text: t("published.copyFailedText"),
					...failed,
				})
			}
		/>
	);
}
