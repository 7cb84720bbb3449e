import type { PreviewPolicy } from "../../../../worker/contract/catalogue/share-fields.ts";
import { typeOf } from "../../../../worker/contract/files/detect-type.ts";
import { canBeSample, defaultSamples } from "../../../../worker/contract/files/samples.ts";
import { SamplesField } from "../../../shared/samples-field.tsx";
import type { Draft } from "../organise/draft.ts";
import { Thumbnail } from "../thumbnail.tsx";

type Images = PreviewPolicy["images"];

function picturesOf({ files }: Draft) {
	const candidates = files.map(({ file, ...chosen }) => ({
		...chosen,
		file,
		size: file.size,
		mimeType: typeOf(file.name)?.mimeType ?? "",
	}));
	return candidates.filter(canBeSample);
}

/** The chosen ones that are still there, or the default. */
export function samplesOf(draft: Draft, images: Images): readonly number[] {
	if (images === "none") return [];
	const pictures = picturesOf(draft);
	const { samples } = draft;
	const shown = samples
		? pictures.filter(({ key }) => samples.includes(key))
		: defaultSamples(pictures, images);
	return shown.map(({ key }) => key);
}

export function SamplesChoice({
	draft,
	images,
	isMarked,
	onChoose,
	onMark,
}: {
	draft: Draft;
	images: Images;
	isMarked: boolean;
	onChoose: (keys: readonly number[]) => void;
	onMark: (isMarked: boolean) => void;
}) {
	if (images === "none") return null;
	const pictures = picturesOf(draft).map(({ key, file }) => ({
		id: String(key),
		label: file.name,
		thumbnail: <Thumbnail name={file.name} file={file} className="size-full" />,
	}));
	return (
		<SamplesField
			pictures={pictures}
			chosen={samplesOf(draft, images).map(String)}
			onChange={(ids) => onChoose(ids.map(Number))}
			isMarked={isMarked}
			onMark={onMark}
		/>
	);
}
