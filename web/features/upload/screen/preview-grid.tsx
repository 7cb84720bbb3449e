import { Thumbnail } from "../renditions/thumbnail.tsx";
import { useTexts } from "../texts.ts";

const SHOWN = 4;

/** The first four files, and how many more there are. */
export function PreviewGrid({ files }: { files: readonly { name: string; file: Blob | null }[] }) {
	const t = useTexts();
	const more = files.length - SHOWN;
	return (
		<div>
			<ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
				{files.slice(0, SHOWN).map(({ name, file }, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the tiles hold no state
					<li key={index} className="min-w-0">
						<Thumbnail name={name} file={file} className="aspect-[4/3] w-full" />
						<p className="mt-1.5 truncate text-13 text-muted" title={name}>
							{name}
						</p>
					</li>
				))}
			</ul>
			{more > 0 && (
				<p className="mt-2 text-13 text-muted tabular">{t("upload.more", { n: more })}</p>
			)}
		</div>
	);
}
