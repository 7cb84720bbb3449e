import { useBuyingTexts } from "../lib/texts/buying-texts.ts";
import { Fold } from "../ui/fold.tsx";

export function LicenceFold({ licence }: { licence: string | undefined }) {
	const t = useBuyingTexts();
	if (!licence) return null;
	return (
		<Fold
			look="boxed"
			className="mt-4 rounded-control"
			summaryClass="px-4 py-2 font-medium"
			title={t("buying.licence")}
		>
			<p
				dir="auto"
				className="wrap-anywhere max-h-80 overflow-y-auto whitespace-pre-line border-line border-t px-4 py-3 text-15"
			>
				{licence}
			</p>
		</Fold>
	);
}
