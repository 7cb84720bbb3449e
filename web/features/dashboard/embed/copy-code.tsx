import Check from "icons:check";
import Copy from "icons:copy";
import { useCopy } from "../../../lib/page/use-copy.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useTexts } from "../texts.ts";

/** Selects the text on focus. */
export function CopyCode({
	label,
	code,
	onFailed,
}: {
	label: string;
	code: string;
	onFailed: () => void;
}) {
	const t = useTexts();
	const { copied, copy } = useCopy();
	return (
		<div className="grid justify-items-start gap-2">
			<TextArea
				label={label}
				readOnly
				rows={4}
				value={code}
				spellCheck={false}
				fieldClass="w-full"
				className="break-all font-mono text-13"
				onFocus={(event) => event.target.select()}
			/>
			<Button
				size="sm"
				icon={<Icon of={copied ? Check : Copy} size={18} />}
				onClick={async () => {
					if (!(await copy(code))) onFailed();
				}}
			>
				<span aria-live="polite">{t(copied ? "dashboard.copied" : "dashboard.copyCode")}</span>
			</Button>
		</div>
	);
}
