import { TextField } from "../../ui/field.tsx";
import { useTexts } from "./texts.ts";

type Props = { value: string; onChange: (code: string) => void; error: string | undefined };

export function CodeField({ value, onChange, error }: Props) {
	const t = useTexts();
	return (
		<TextField
			autoFocus
			label={t("purchases.code")}
			error={error}
			name="code"
			value={value}
			onChange={(event) => onChange(codeDigits(event.target.value))}
			inputMode="numeric"
			autoComplete="one-time-code"
			spellCheck={false}
			required
			className="tabular h-14 max-w-60 font-display text-28 tracking-[0.3em]"
		/>
	);
}

/** Accepts typed and pasted text: "123 456", "Your code: 123456". */
export function codeDigits(text: string): string {
	return text.replace(/\D+/g, "").slice(0, 6);
}
