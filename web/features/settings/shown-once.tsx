import { Button } from "../../ui/button.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

type Props = {
	/** what it is for, and that it won't be shown again */
	text: string;
	label: string;
	value: string;
	onDone: () => void;
};

/** A secret to copy; the server won't reveal it again. */
export function ShownOnce({ text, label, value, onDone }: Props) {
	const t = useTexts();
	return (
		<div className="flex flex-col gap-5">
			<p className="text-muted">{text}</p>
			<CopyField
				label={label}
				value={value}
				copyLabel={t("settings.tokenCopy")}
				copiedLabel={t("settings.tokenCopied")}
				onFailed={() => toast({ tone: "destructive", title: t("settings.tokenCopyFailed") })}
			/>
			<Button onClick={onDone}>{t("settings.tokenDone")}</Button>
		</div>
	);
}
