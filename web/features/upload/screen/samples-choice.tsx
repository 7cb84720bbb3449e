import type { PreviewPolicy } from "../../../../worker/contract/catalogue/share-fields.ts";
import { isPicture } from "../../../preview-engine/pictures/picture-request.ts";
import { SamplesField } from "../../../shared/samples-field.tsx";
import type { ChosenFile, Draft } from "../organise/draft.ts";
import { Thumbnail } from "../thumbnail.tsx";

type Images = PreviewPolicy["images"];

const canBeSample = ({ file, noPreview }: ChosenFile) => isPicture(file) && !noPreview;

/** By default the first picture if the others are blurred. */
export function samplesOf({ files, samples }: Draft, images: Images): readonly number[] {
	if (images === "none") return [];
	const pictures = files.filter(canBeSample);
	if (samples) return samples.filter((key) => pictures.some((picture) => picture.key === key));
	return images === "blur" ? pictures.slice(0, 1).map(({ key }) => key) : [];
}

export function SamplesChoice({
	draft,
	images,
	onChoose,
}: {
	draft: Draft;
	images: Images;
	onChoose: (keys: readonly number[]) => void;
}) {
	if (images === "none") return null;
	const pictures = draft.files.filter(canBeSample).map(({ key, file }) => ({
		id: String(key),
		label: file.name,
		thumbnail: <Thumbnail name={file.name} file={file} className="size-full" />,
	}));
	return (
		<SamplesField
			pictures={pictures}
			chosen={samplesOf(draft, images).map(String)}
			onChange={(ids) => onChoose(ids.map(Number))}
		/>
	);
}
