import type { Dispatch } from "react";
import type { PreviewPolicy } from "../../../../worker/catalogue/shares/contract/share-fields.ts";
import { typeOf } from "../../../../worker/files/contract/detect-type.ts";
import type { FieldErrors } from "../../../lib/forms/use-submit.ts";
import { useOfferTexts } from "../../../lib/texts/offer-texts.ts";
import { isPicture } from "../../../preview-engine/pictures/picture-request.ts";
import { ChoosingFields } from "../../../shared/offer/choosing-fields.tsx";
import { MoreOptions, OptionSection } from "../../../shared/offer/more-options.tsx";
import { PricingKind } from "../../../shared/offer/pricing-fields.tsx";
import { SaleFields } from "../../../shared/offer/sale-fields.tsx";
import { useSetWords } from "../../../shared/offer/use-set-words.ts";
import { SelectField } from "../../../ui/field.tsx";
import type { Draft, DraftAction } from "../organise/draft.ts";
import { useTexts } from "../texts.ts";
import { CoverChoice } from "./cover-choice.tsx";
import type { Details } from "./details.ts";
import { samplesOf } from "./samples-choice.tsx";
import { SeenChoices } from "./seen-choices.tsx";

type Props = {
	draft: Draft;
	act: Dispatch<DraftAction>;
	details: Details;
	errors: FieldErrors;
	setErrors: (errors: FieldErrors) => void;
	onChange: (change: Partial<Details>) => void;
	/** no choices about the buyers' view next to it */
	isAlone?: boolean;
};

export function Options({
	draft,
	act,
	details,
	errors,
	setErrors,
	onChange,
	isAlone = false,
}: Props) {
	const t = useTexts();
	const offer = useOfferTexts();
	const { preview } = details;
	const { files, cover } = draft;
	const hasCourses = files.some(({ file }) => isPlayed(file));
	return (
		<MoreOptions set={useSet(draft, details, isAlone)}>
			<OptionSection title={offer("offer.seen")}>
				{isAlone && <SeenChoices draft={draft} act={act} details={details} onChange={onChange} />}
				{hasCourses && (
					<SelectField
						label={t("upload.previewClip")}
						hint={t(preview.clip === "whole" ? "upload.clipWholeHint" : "upload.clipHint")}
						value={preview.clip}
						onChange={(event) =>
							// The options below are the policy's values.
							onChange({
								preview: { ...preview, clip: event.target.value as PreviewPolicy["clip"] },
							})
						}
					>
						<option value="30">{t("upload.clip30")}</option>
						<option value="60">{t("upload.clip60")}</option>
						<option value="whole">{t("upload.clipWhole")}</option>
					</SelectField>
				)}
				<CoverChoice
					files={files}
					chosen={cover}
					error={errors.cover}
					onChoose={(chosen) => {
						act({ type: "cover", cover: chosen });
						setErrors({ ...errors, cover: undefined });
					}}
				/>
			</OptionSection>
			<OptionSection title={offer("offer.sold")}>
				<PricingKind
					values={details}
					errors={errors}
					onChange={onChange}
					canBeFree={details.saleMode === "each"}
				/>
				<SaleFields
					values={details}
					errors={errors}
					onChange={(change) =>
						onChange({
							...change,
							// A share sold by link has a price.
							...(change.saleMode === "link" &&
								details.pricing === "free" && { pricing: "fixed" as const }),
						})
					}
				/>
				<ChoosingFields
					values={details}
					errors={errors}
					onChange={onChange}
					canBeFree={details.saleMode === "each"}
				/>
			</OptionSection>
		</MoreOptions>
	);
}

function useSet(draft: Draft, { preview, ...details }: Details, isAlone: boolean): string[] {
	const t = useOfferTexts();
	const { files, cover } = draft;
	const hidesAll = preview.images === "none";
	const hasClips = !hidesAll && files.some(({ file }) => isPlayed(file));
	return [
		...useSetWords({
			...details,
			...(isAlone && {
				images: preview.images,
				hasPictures: files.some(({ file }) => isPicture(file)),
				samples: samplesOf(draft, { ...details, preview }).length,
			}),
		}),
		hasClips &&
			(preview.clip === "whole"
				? t("offer.setWhole")
				: t("offer.setClip", { seconds: preview.clip })),
		("picture" in cover || cover.fileId !== null) && t("offer.setCover"),
	].filter((words) => words !== false);
}

function isPlayed({ name }: File): boolean {
	const family = typeOf(name)?.family;
	return family === "audio" || family === "video";
}
