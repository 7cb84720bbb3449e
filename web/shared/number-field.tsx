import { type ComponentProps, useState } from "react";
import { hasDecimals } from "../lib/forms/price-input.ts";
import { localNumber, typedNumber, type Unit } from "../lib/forms/typed-number.ts";
import { TextField } from "../ui/field.tsx";

type Props = Omit<ComponentProps<typeof TextField>, "value" | "onChange" | "type"> & {
	unit: Unit;
	/** a plain number, or the typed text until it is one */
	value: string;
	onValue: (value: string) => void;
};

/** A text field: a number field changes with the mouse wheel and drops text that it doesn't understand. */
export function NumberField({ unit, value, onValue, placeholder, ...field }: Props) {
	const isWhole = unit === "count" || (unit !== "percent" && !hasDecimals(unit));
	// Stored amounts have two decimals in every currency.
	const shown = localNumber(isWhole ? value.replace(/\.00$/, "") : value);
	const [typed, setTyped] = useState(shown);
	const isTyped = (typedNumber(typed, unit) ?? typed) === value;
	return (
		<TextField
			{...field}
			inputMode={isWhole ? "numeric" : "decimal"}
			placeholder={placeholder && localNumber(placeholder)}
			value={isTyped ? typed : shown}
			onChange={({ target }) => {
				setTyped(target.value);
				onValue(typedNumber(target.value, unit) ?? target.value);
			}}
		/>
	);
}
