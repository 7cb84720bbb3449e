import { Button } from "../../ui/button.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

type Props = {
	title: string;
	text: string;
	label: string;
	value: string;
	onClose: () => void;
};

/** A secret to copy, which the server won't reveal again: only its buttons close the dialog. */
export function ShownOnce({ title, text, label, value, onClose }: Props) {
	const t = useTexts();
	return (
		<Dialog isKept onClose={onClose} title={title}>
			<div className="flex flex-col gap-5">
				<p className="text-muted">{text}</p>
				<CopyField
					label={label}
					value={value}
					copyLabel={t("settings.tokenCopy")}
					copiedLabel={t("settings.tokenCopied")}
					onFailed={() => toast({ tone: "destructive", title: t("settings.tokenCopyFailed") })}
				/>
				<Button onClick={onClose}>{t("settings.tokenDone")}</Button>
			</div>
		</Dialog>
	);
}
