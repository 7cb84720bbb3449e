import type { Currency } from "../../worker/contract/money.ts";
import { Segments } from "../ui/segments.tsx";

type Props = {
	legend: string;
	currencies: readonly Currency[];
	chosen: Currency | undefined;
	onChoose: (currency: Currency) => void;
	className?: string;
};

export function CurrencySwitch({ legend, currencies, chosen, onChoose, className }: Props) {
	if (currencies.length < 2 || chosen === undefined) return null;
	return (
		<div className={className}>
			<Segments
				legend={legend}
				segments={currencies.map((value) => ({ value, label: value.toUpperCase() }))}
				chosen={chosen}
				onChoose={onChoose}
			/>
		</div>
	);
}
