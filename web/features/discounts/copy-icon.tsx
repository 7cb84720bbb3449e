import Check from "icons:check";
import Copy from "icons:copy";
import { useCopy } from "../../lib/page/use-copy.ts";
import { Icon, type IconBody } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

type Props = {
	text: string;
	label: string;
	copied: string;
	icon?: IconBody;
};

export function CopyIcon({ text, label, copied: title, icon = Copy }: Props) {
	const t = useTexts();
	const { copied, copy } = useCopy();
	return (
		<button
			type="button"
			className="btn btn-ghost btn-square btn-sm text-muted"
			aria-label={label}
			title={label}
			onClick={async () => {
				if (await copy(text)) return toast({ tone: "good", title });
				toast({
					tone: "destructive",
					title: t("discounts.copyFailed"),
					text: t("discounts.copyFailedText", { text }),
				});
			}}
		>
			<Icon of={copied ? Check : icon} size={18} />
		</button>
	);
}
