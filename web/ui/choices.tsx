import { type ReactNode, useId } from "react";

type Choice<Value extends string> = {
	value: Value;
	label: string;
	hint?: string;
};

export function Choices<Value extends string>({
	legend,
	choices,
	chosen,
	onChoose,
	disabled,
	children,
}: {
	legend: string;
	choices: readonly Choice<Value>[];
	chosen: Value | null;
	onChoose: (value: Value) => void;
	disabled?: boolean;
	children?: ReactNode;
}) {
	const id = useId();
	return (
		<fieldset className="grid gap-3" disabled={disabled}>
			<legend className="mb-2 font-medium">{legend}</legend>
			{choices.map(({ value, label, hint }) => (
				<div key={value} className="flex gap-3">
					<input
						type="radio"
						id={`${id}-${value}`}
						name={id}
						className="radio radio-primary radio-sm mt-0.5 shrink-0 border-edge"
						checked={chosen === value}
						aria-describedby={hint ? `${id}-${value}-hint` : undefined}
						onChange={() => onChoose(value)}
					/>
					<div>
						<label htmlFor={`${id}-${value}`}>{label}</label>
						{hint && (
							<p id={`${id}-${value}-hint`} className="max-w-line text-13 text-muted">
								{hint}
							</p>
						)}
					</div>
				</div>
			))}
			{children}
		</fieldset>
	);
}
