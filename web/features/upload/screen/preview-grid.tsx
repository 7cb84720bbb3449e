import { isPicture } from "../../../preview-engine/pictures/picture-request.ts";
import { FileSize } from "../../../shared/file-size.tsx";
import { useTexts } from "../texts.ts";
import { Thumbnail } from "../thumbnail.tsx";

const SHOWN = 4;

export function PreviewGrid({ files }: { files: readonly File[] }) {
	const t = useTexts();
	const shown = files.slice(0, SHOWN);
	const more = files.length - SHOWN;
	const isGrid = shown.some(isPicture);
	return (
		<div>
			<ul className={isGrid ? "grid grid-cols-4 gap-2 sm:gap-3" : "flex flex-col gap-2"}>
				{shown.map((file, index) => (
					<li
						// biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the tiles hold no state
						key={index}
						className={isGrid ? "min-w-0" : "flex min-w-0 items-center gap-3"}
					>
						<Thumbnail
							name={file.name}
							file={file}
							className={isGrid ? "aspect-[4/3] w-full" : "size-10"}
						/>
						<p
							className={
								isGrid
									? "mt-1.5 truncate text-13 text-muted max-sm:sr-only"
									: "min-w-0 flex-1 truncate"
							}
							title={file.name}
						>
							{file.name}
						</p>
						{!isGrid && <FileSize bytes={file.size} className="text-13 text-muted" />}
					</li>
				))}
			</ul>
			{more > 0 && (
				<p className="mt-2 text-13 text-muted tabular">{t("upload.more", { n: more })}</p>
			)}
		</div>
	);
}
