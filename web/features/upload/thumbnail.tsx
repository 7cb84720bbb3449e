import { typeOf } from "../../../worker/files/contract/detect-type.ts";
import { iconOf } from "../../../worker/files/contract/file-types.ts";
import { stock } from "../../preview-engine/stock.ts";
import { FILE_ICONS } from "../../shared/file-icons.ts";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { useMade } from "./use-made.ts";

/** Shows a file's preview to its creator; an icon until it exists. */
export function Thumbnail({
	name,
	file,
	className,
}: {
	name: string;
	file: Blob | null;
	className?: string;
}) {
	const source = file instanceof File ? file : null;
	useMade(source);
	const picture = source && stock.pictureOf(source);
	const url = picture && stock.urlOf(picture);
	const icon = FILE_ICONS[iconOf(typeOf(name)?.mimeType ?? "")];
	return (
		<span
			className={classes(
				"grid shrink-0 place-items-center overflow-hidden rounded-thumb bg-faint text-muted",
				className,
			)}
		>
			{url ? (
				<img src={url} alt="" className="size-full animate-rise object-cover" />
			) : (
				<Icon of={icon} />
			)}
		</span>
	);
}
