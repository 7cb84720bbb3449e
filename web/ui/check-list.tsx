import type { ReactNode } from "react";
import { CheckField } from "./field.tsx";

export function CheckGroup({
	legend,
	error,
	children,
}: {
	legend: string;
	error: string | undefined;
	children: ReactNode;
}) {
	return (
		<fieldset className="grid gap-3">
			<legend className="mb-2 font-medium">{legend}</legend>
			{error && (
				<p className="text-13 text-error" role="alert">
					{error}
				</p>
			)}
			{children}
		</fieldset>
	);
}

type Props<T extends string, C extends string> = {
	values: readonly T[];
	label: (value: T) => string;
	/** may include other values */
	chosen: readonly (T | C)[];
	onChange: (chosen: readonly (T | C)[]) => void;
};

/** Newly ticked values come last in `chosen`. */
export function CheckList<T extends string, C extends string = T>({
	values,
	label,
	chosen,
	onChange,
}: Props<T, C>) {
	return values.map((value) => (
		<CheckField
			key={value}
			label={label(value)}
			hint={<code>{value}</code>}
			checked={chosen.includes(value)}
			onChange={({ target }) =>
				onChange(target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
			}
		/>
	));
}
