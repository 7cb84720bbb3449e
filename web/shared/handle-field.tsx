import { type ComponentProps, useState } from "react";
import { useSubmit } from "../lib/forms/use-submit.ts";
import { fieldText, fieldTexts, serverText } from "../lib/i18n/server-texts.ts";
import { type HandleProblem, handleProblem, pastedHandle } from "../lib/selling/cash-app-handle.ts";
import { setUpCashApp } from "../lib/server/queries/payment-status.ts";
import { TextField } from "../ui/field.tsx";
import { toast } from "../ui/toast.ts";

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

type Texts = {
	/** title if the handle is invalid */
	invalid: (problem: HandleProblem) => string;
	done: { title: string; text: string };
	failed: string;
	/** if the server sent no message */
	fallback: string;
};

export function useHandleForm(stored: string, { invalid, done, failed, fallback }: Texts) {
	const [value, setValue] = useState(stored);
	const form = useSubmit(async (_form, begin) => {
		const wrong = handleProblem(value);
		if (wrong) {
			const text = fieldText(wrong.sentence);
			toast({ tone: "destructive", title: invalid(wrong.problem), text });
			return { cashAppHandle: text };
		}
		begin();
		try {
			await setUpCashApp({ cashAppHandle: value.trim() });
			toast({ tone: "good", ...done });
		} catch (error) {
			toast({ tone: "destructive", title: failed, text: serverText(error, fallback) });
			return fieldTexts(error);
		}
	});
	function onChange(changed: string) {
		setValue(changed);
		form.setErrors({});
	}
	return { form, field: { name: "cashAppHandle", value, onChange } };
}
