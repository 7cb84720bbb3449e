import type { CoverChoice as Choice } from "../../../lib/selling/cover-picture.ts";
import { useCoverTexts } from "../../../lib/texts/cover-texts.ts";
import { isPicture } from "../../../preview-engine/pictures/picture-request.ts";
import { CoverField } from "../../../shared/cover-field.tsx";
import { Fold } from "../../../ui/fold.tsx";
import type { ChosenFile } from "../organise/draft.ts";
import { Thumbnail } from "../thumbnail.tsx";
import { useFailed } from "../use-made.ts";

type Props = {
	files: readonly ChosenFile[];
	chosen: Choice;
	error: string | undefined;
	onChoose: (choice: Choice) => void;
};

/** One line while nothing is wrong with it. */
export function CoverChoice({ files, chosen, error, onChoose }: Props) {
	const t = useCoverTexts();
	const failed = useFailed(files);
	const options = files
		.filter(({ key, file }) => isPicture(file) && !failed.has(key))
		.map(({ key, file }) => ({
			id: String(key),
			label: file.name,
			picture: <Thumbnail name={file.name} file={file} className="size-full" />,
		}));
	return (
		<Fold
			title={<span className="font-medium">{t("cover.legend")}</span>}
			open={error ? true : undefined}
		>
			<CoverField options={options} chosen={chosen} error={error} onChoose={onChoose} />
		</Fold>
	);
}
