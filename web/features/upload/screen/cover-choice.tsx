import { useState } from "react";
import { typeOf } from "../../../../worker/contract/files/detect-type.ts";
import type { CoverChoice as Choice } from "../../../lib/selling/cover-picture.ts";
import { CoverField } from "../../../shared/cover-field.tsx";
import type { ChosenFile } from "../organise/draft.ts";
import { Thumbnail } from "../thumbnail.tsx";

type Props = {
	files: readonly ChosenFile[];
	chosen: Choice;
	error: string | undefined;
	onChoose: (choice: Choice) => void;
};

export function CoverChoice({ files, chosen, error, onChoose }: Props) {
	const [damaged, setDamaged] = useState<ReadonlySet<number>>(new Set());
	const options = files
		.filter(({ key, file }) => hasPicture(file) && !damaged.has(key))
		.map(({ key, file }) => ({
			id: String(key),
			label: file.name,
			picture: (
				<Thumbnail
					name={file.name}
					file={file}
					className="size-full"
					onDamaged={() => setDamaged((before) => new Set([...before, key]))}
				/>
			),
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
