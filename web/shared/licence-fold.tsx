import { useBuyingTexts } from "../lib/texts/buying-texts.ts";
import { Icon } from "../ui/icon.tsx";
import { ChevronRight } from "../ui/icons/chevron-right.ts";

/** What buyers may do with the files, folded; nothing without a text about it. */
export function LicenceFold({ licence }: { licence: string | undefined }) {
	const t = useBuyingTexts();
	if (!licence) return null;
	return (
		<details className="group mt-4 rounded-control border border-line bg-surface">
			<summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 py-2 font-medium [&::-webkit-details-marker]:hidden">
				<Icon
					of={ChevronRight}
					size={18}
					className="text-muted transition-transform duration-150 group-open:rotate-90"
				/>
				{t("buying.licence")}
			</summary>
			<p
				dir="auto"
				className="wrap-anywhere max-h-80 overflow-y-auto whitespace-pre-line border-line border-t px-4 py-3 text-15"
			>
				{licence}
			</p>
		</details>
	);
}
