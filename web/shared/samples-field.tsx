import type { ComponentProps } from "react";
import { MAX_SAMPLES } from "../../worker/contract/constants.ts";
import { useSamplesTexts } from "../lib/texts/samples-texts.ts";
import { CheckField } from "../ui/field.tsx";
import { PictureChoice } from "./picture-choice.tsx";

type Props = Pick<ComponentProps<typeof PictureChoice>, "pictures" | "chosen" | "onChange"> & {
	/** with the creator's name across them */
	isMarked: boolean;
	onMark: (isMarked: boolean) => void;
};

export function SamplesField({ isMarked, onMark, ...choice }: Props) {
	const t = useSamplesTexts();
	return (
		<>
			<PictureChoice
				{...choice}
				legend={t("samples.legend", { n: MAX_SAMPLES })}
				hint={t("samples.hint")}
				name="samples"
				most={MAX_SAMPLES}
			/>
			{choice.chosen.length > 0 && (
				<CheckField
					label={t("samples.marked")}
					hint={t(isMarked ? "samples.markedHint" : "samples.unmarkedHint")}
					checked={isMarked}
					onChange={(event) => onMark(event.target.checked)}
				/>
			)}
		</>
	);
}
