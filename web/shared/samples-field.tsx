import type { ComponentProps } from "react";
import { MAX_SAMPLES } from "../../worker/contract/constants.ts";
import { useSamplesTexts } from "../lib/texts/samples-texts.ts";
import { PictureChoice } from "./picture-choice.tsx";

type Props = Pick<ComponentProps<typeof PictureChoice>, "pictures" | "chosen" | "onChange">;

export function SamplesField(props: Props) {
	const t = useSamplesTexts();
	return (
		<PictureChoice
			{...props}
			legend={t("samples.legend", { n: MAX_SAMPLES })}
			hint={t("samples.hint")}
			name="samples"
			most={MAX_SAMPLES}
		/>
	);
}
