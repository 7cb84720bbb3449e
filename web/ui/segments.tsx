import { useId } from "react";

type Segment<Value extends string> = { value: Value; label: string };

export function Segments<Value extends string>({
	legend,
	segments,
	chosen,
	onChoose,
}: {
	legend: string;
	segments: readonly Segment<Value>[];
	chosen: Value;
	onChoose: (value: Value) => void;
}) {
	const name = useId();
	return (
		<fieldset className="flex flex-wrap rounded-control border border-line bg-paper p-1">
			<legend className="sr-only">{legend}</legend>
			{segments.map(({ value, label }) => (
				<label
					key={value}
					className="grow cursor-pointer rounded-lg px-3 py-1.5 text-center text-13 text-muted has-checked:bg-surface has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--color-line)] has-focus-visible:outline-2 has-focus-visible:outline-primary"
				>
					<input
						type="radio"
						name={name}
						className="sr-only"
						checked={value === chosen}
						onChange={() => onChoose(value)}
					/>
					{label}
				</label>
			))}
		</fieldset>
	);
}
