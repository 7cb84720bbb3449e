import type { Dispatch } from "react";
import { useOfferTexts } from "../../../lib/texts/offer-texts.ts";
import { isPicture } from "../../../preview-engine/pictures/picture-request.ts";
import { CheckField } from "../../../ui/field.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { Segments } from "../../../ui/segments.tsx";
import type { Draft, DraftAction } from "../organise/draft.ts";
import { useTexts } from "../texts.ts";
import type { Details } from "./details.ts";
import { SamplesChoice, samplesOf } from "./samples-choice.tsx";

/** What buyers see before they pay. */
export function SeenChoices({
	draft,
	act,
	details: { preview, samplesMarked },
	onChange,
}: {
	draft: Draft;
	act: Dispatch<DraftAction>;
	details: Details;
	onChange: (change: Partial<Details>) => void;
}) {
	const t = useTexts();
	const offer = useOfferTexts();
	const { images } = preview;
	const choose = (images: typeof preview.images) => onChange({ preview: { ...preview, images } });
	if (!draft.files.some(({ file }) => isPicture(file)))
		return (
			<CheckField
				label={offer("offer.none")}
				hint={t("upload.previewNoneHint")}
				name="noPreviews"
				checked={images === "none"}
				onChange={(event) => choose(event.target.checked ? "none" : "blur")}
			/>
		);
	return (
		<div className="flex flex-col gap-2">
			<Segments
				legend={offer("offer.pictures")}
				segments={[
					{ value: "blur", label: offer("offer.blur") },
					{ value: "watermark", label: offer("offer.watermark") },
					{ value: "none", label: offer("offer.none") },
				]}
				chosen={images}
				onChoose={choose}
			/>
			{images === "none" ? (
				<p className="text-13 text-muted">{t("upload.previewNoneHint")}</p>
			) : (
				<Fold
					summaryClass="text-15 text-muted"
					title={t("upload.sharp", { n: samplesOf(draft, images).length })}
				>
					<SamplesChoice
						draft={draft}
						images={images}
						isMarked={samplesMarked}
						onChoose={(keys) => act({ type: "samples", keys })}
						onMark={(samplesMarked) => onChange({ samplesMarked })}
					/>
				</Fold>
			)}
		</div>
	);
}
