import { formatNumber } from "../../../lib/i18n/format.ts";
import { catalogue } from "../../../lib/i18n/i18n.ts";
import en from "./choosing.messages.json";

export const useChoosingTexts = catalogue(en);

/** "12 of 40 chosen"; `count` is null where any number may be chosen. */
export function useChosenText(): (chosen: number, count: number | null) => string {
	const t = useChoosingTexts();
	return (chosen, count) =>
		count === null
			? t("choosing.chosen", { n: chosen })
			: t("choosing.chosenOf", { n: formatNumber(chosen), count: formatNumber(count) });
}
