import type { Dispatch } from "react";
import { isOpenToAll } from "../../../../worker/catalogue/shares/contract/share-view.ts";
import { MAX_SAMPLES } from "../../../../worker/contract/constants.ts";
import { useOfferTexts } from "../../../lib/texts/offer-texts.ts";
import { isPicture } from "../../../preview-engine/pictures/picture-request.ts";
import { CheckField } from "../../../ui/field.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { Segments } from "../../../ui/segments.tsx";
import type { Draft, DraftAction } from "../organise/draft.ts";
import { useTexts } from "../texts.ts";
import type { Details } from "./details.ts";
import { picturesOf, SamplesChoice, samplesOf } from "./samples-choice.tsx";

type Props = {
	draft: Draft;
	act: Dispatch<DraftAction>;
	details: Details;
	onChange: (change: Partial<Details>) => void;
};

/** Also for next time: whether there are any. */
function chooseSamples({ act, onChange }: Props, keys: readonly number[]): void {
	act({ type: "samples", keys });
	onChange({ noSamples: keys.length === 0 });
}

/** Makes a picture a sample, or blurs it again; of too many, the newest stay. */
export function pickSample(props: Props, key: number): void {
	const { draft, details } = props;
	if (details.preview.images === "none") return;
	if (!picturesOf(draft).some((picture) => picture.key === key)) return;
	const samples = samplesOf(draft, details);
	const next = samples.includes(key)
		? samples.filter((one) => one !== key)
		: [...samples, key].slice(-MAX_SAMPLES);
	chooseSamples(props, next);
}

/** Choices about what buyers see before they pay. */
export function SeenChoices(props: Props) {
	const { draft, details, onChange } = props;
	const { preview, samplesMarked } = details;
	const t = useTexts();
	const offer = useOfferTexts();
	const { images } = preview;
	const choose = (images: typeof preview.images) => onChange({ preview: { ...preview, images } });
	const hasPictures = draft.files.some(({ file }) => isPicture(file));
	if (isOpenToAll(details) && images !== "none")
		return hasPictures ? <p className="text-muted">{t("upload.openToAll")}</p> : null;
	if (!hasPictures)
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
					title={t("upload.sharp", { n: samplesOf(draft, details).length })}
				>
					<SamplesChoice
						draft={draft}
						details={details}
						isMarked={samplesMarked}
						onChoose={(keys) => chooseSamples(props, keys)}
						onMark={(samplesMarked) => onChange({ samplesMarked })}
					/>
				</Fold>
			)}
		</div>
	);
}
