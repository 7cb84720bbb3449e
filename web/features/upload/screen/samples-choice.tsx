import { typeOf } from "../../../../worker/files/contract/detect-type.ts";
import { canBeSample, defaultSamples } from "../../../../worker/files/previews/contract/samples.ts";
import { SamplesField } from "../../../shared/samples-field.tsx";
import type { Draft } from "../organise/draft.ts";
import { Thumbnail } from "../thumbnail.tsx";
import type { Details } from "./details.ts";

export function picturesOf({ files }: Draft) {
	const candidates = files.map(({ file, ...chosen }) => ({
		...chosen,
		file,
		size: file.size,
		mimeType: typeOf(file.name)?.mimeType ?? "",
	}));
	return candidates.filter(canBeSample);
}

/** The chosen ones that are still there, or the default. */
export function samplesOf(
	draft: Draft,
	{ preview: { images }, noSamples = false }: Pick<Details, "preview" | "noSamples">,
): readonly number[] {
	if (images === "none" || (noSamples && !draft.samples)) return [];
	const pictures = picturesOf(draft);
	const { samples } = draft;
	const keys = pictures.map(({ key }) => key);
	return samples
		? samples.filter((key) => keys.includes(key))
		: defaultSamples(pictures, images).map(({ key }) => key);
}

export function SamplesChoice({
	draft,
	details,
	isMarked,
	onChoose,
	onMark,
}: {
	draft: Draft;
	details: Details;
	isMarked: boolean;
	onChoose: (keys: readonly number[]) => void;
	onMark: (isMarked: boolean) => void;
}) {
	const pictures = picturesOf(draft).map(({ key, file }) => ({
		id: String(key),
		label: file.name,
		thumbnail: <Thumbnail name={file.name} file={file} className="size-full" />,
	}));
	return (
		<SamplesField
			pictures={pictures}
			chosen={samplesOf(draft, details).map(String)}
			onChange={(ids) => onChoose(ids.map(Number))}
			isMarked={isMarked}
			onMark={onMark}
		/>
	);
}
