import { type MouseEvent, useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { useTexts } from "../texts.ts";
import { EXTENSIONS_BY_FAMILY } from "./accepted.ts";

export function AcceptedTypes() {
	const t = useTexts();
	const [isOpen, setOpen] = useState(false);
	const families = {
		image: t("upload.family.image"),
		video: t("upload.family.video"),
		audio: t("upload.family.audio"),
		document: t("upload.family.document"),
		archive: t("upload.family.archive"),
		font: t("upload.family.font"),
		model: t("upload.family.model"),
		design: t("upload.family.design"),
		preset: t("upload.family.preset"),
		text: t("upload.family.text"),
	};
	// A click on the surrounding area opens the file dialog.
	const alone = (event: MouseEvent) => event.stopPropagation();
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: it only keeps clicks from the area around it
		// biome-ignore lint/a11y/useKeyWithClickEvents: keys do not reach that area
		<span onClick={alone}>
			<button type="button" className="prose-link" onClick={() => setOpen(true)}>
				{t("upload.seeAll")}
			</button>
			{isOpen && (
				<Dialog
					onClose={() => setOpen(false)}
					title={t("upload.seeAllTitle")}
					size="wide"
					className="cursor-auto text-start"
				>
					<dl className="grid gap-x-6 gap-y-3 text-15 sm:grid-cols-[auto_minmax(0,1fr)]">
						{EXTENSIONS_BY_FAMILY.map(([family, extensions]) => (
							<div key={family} className="sm:contents">
								<dt className="font-medium">{families[family]}</dt>
								<dd className="wrap-anywhere text-muted">{extensions}</dd>
							</div>
						))}
					</dl>
					<p className="mt-5 text-15">{t("upload.seeAllRest")}</p>
					<p className="mt-2 text-15">{t("upload.program")}</p>
				</Dialog>
			)}
		</span>
	);
}
