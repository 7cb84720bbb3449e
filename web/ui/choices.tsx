import { useId } from "react";

type Choice<Value extends string> = {
	value: Value;
	label: string;
	hint?: string;
};

/** No option is selected initially. */
export function Choices<Value extends string>({
	legend,
	choices,
	chosen,
	onChoose,
}: {
	legend: string;
	choices: readonly Choice<Value>[];
	chosen: Value | null;
	onChoose: (value: Value) => void;
}) {
	const id = useId();
	return (
		<fieldset className="grid gap-3">
			<legend className="mb-2 font-medium">{legend}</legend>
			{choices.map(({ value, label, hint }) => (
				<div key={value} className="flex gap-3">
					<input
						type="radio"
						id={`${id}-${value}`}
						name={id}
						className="radio radio-primary radio-sm mt-0.5 border-edge"
						checked={chosen === value}
						aria-describedby={hint ? `${id}-${value}-hint` : undefined}
						onChange={() => onChoose(value)}
					/>
					<div>
						<label htmlFor={`${id}-${value}`}>{label}</label>
						{hint && (
							<p id={`${id}-${value}-hint`} className="text-13 text-muted">
								{hint}
							</p>
						)}
					</div>
				</div>
			))}
		</fieldset>
	);
}
