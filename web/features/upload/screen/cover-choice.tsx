import { typeOf } from "../../../../worker/contract/files/detect-type.ts";
import type { CoverChoice as Choice } from "../../../lib/selling/cover-picture.ts";
import { CoverField } from "../../../shared/cover-field.tsx";
import type { ChosenFile } from "../organise/draft.ts";
import { Thumbnail } from "../thumbnail.tsx";
import { useFailed } from "../use-made.ts";

type Props = {
	files: readonly ChosenFile[];
	chosen: Choice;
	error: string | undefined;
	onChoose: (choice: Choice) => void;
};

export function CoverChoice({ files, chosen, error, onChoose }: Props) {
	const failed = useFailed(files);
	const options = files
		.filter(({ key, file }) => hasPicture(file) && !failed.has(key))
		.map(({ key, file }) => ({
			id: String(key),
			label: file.name,
			picture: <Thumbnail name={file.name} file={file} className="size-full" />,
		}));
	return <CoverField options={options} chosen={chosen} error={error} onChoose={onChoose} />;
}

/** Few tracks and no lists of files have a picture. */
function hasPicture({ name, size }: File): boolean {
	const type = typeOf(name);
	const maker = type?.preview;
	if (!maker || size === 0 || maker === "zip" || maker === "tar") return false;
	return maker !== "media" || type.family === "video";
}
