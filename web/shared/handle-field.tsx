import type { ComponentProps } from "react";
import { fieldText } from "../lib/i18n/server-texts.ts";
import { handleProblem, pastedHandle } from "../lib/selling/cash-app-handle.ts";
import { TextField } from "../ui/field.tsx";

type Props = Omit<ComponentProps<typeof TextField>, "value" | "onChange"> & {
	value: string;
	onChange: (handle: string) => void;
};

/** Adds a $ to a pasted name; a typed name without it shows an error immediately. */
export function HandleField({ value, onChange, error, ...rest }: Props) {
	const hasNoDollar = value.trim() !== "" && !value.trim().startsWith("$");
	const problem = hasNoDollar ? handleProblem(value) : null;
	return (
		<TextField
			{...rest}
			value={value}
			onChange={(event) => onChange(event.target.value)}
			onPaste={(event) => {
				const { selectionStart, selectionEnd } = event.currentTarget;
				const replacesAll = selectionStart === 0 && selectionEnd === value.length;
				const handle = replacesAll ? pastedHandle(event.clipboardData.getData("text")) : null;
				if (handle === null) return;
				event.preventDefault();
				onChange(handle);
			}}
			autoCapitalize="none"
			autoComplete="off"
			spellCheck={false}
			error={error ?? (problem ? fieldText(problem.sentence) : undefined)}
		/>
	);
}
