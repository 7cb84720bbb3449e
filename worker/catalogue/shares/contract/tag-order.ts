import type { ShareFile } from "./shares.ts";

const { compare } = new Intl.Collator("en", { numeric: true });
/** Tracks without a number come after the others. */
const LAST = 10_000;

/** Sorts the tracks of an album, and fonts by family and weight. Other files stay in place. */
export function inTagOrder(files: ShareFile[]): ShareFile[] {
	const sorted = { audio: albumOf(files), font: fontsOf(files) };
	const next = { audio: sorted.audio.values(), font: sorted.font.values() };
	return files.map((file) => next[file.icon as keyof typeof next]?.next().value ?? file);
}

/** Fonts without names come last, as they were. */
function fontsOf(files: readonly ShareFile[]): ShareFile[] {
	const tagsOf = ({ preview }: ShareFile) => ({
		family: "\uffff",
		weight: 400,
		style: "",
		...preview?.tags,
	});
	return files
		.filter(({ icon }) => icon === "font")
		.sort((a, b) => {
			const [one, other] = [tagsOf(a), tagsOf(b)];
			const byFamily = compare(one.family, other.family);
			return byFamily || one.weight - other.weight || compare(one.style, other.style);
		});
}

/** Tracks are an album if all name the same one, or if their names begin alike up to a number. */
function albumOf(files: readonly ShareFile[]): ShareFile[] {
	const tracks = files.filter(({ icon }) => icon === "audio");
	const agree = (of: (file: ShareFile) => string | undefined) =>
		new Set(tracks.map((file) => of(file) ?? file.id)).size === 1;
	const isAlbum = agree(({ preview }) => preview?.tags?.album);
	if (!isAlbum && !agree(({ originalName }) => /^\D*(?=\d)/.exec(originalName)?.[0])) return tracks;
	// Discs without a number in their tags are often folders.
	const folders = [...new Set(tracks.map(({ folderPath }) => folderPath))];
	const placeOf = ({ preview, folderPath }: ShareFile) => {
		const { disc = 1, number = LAST } = preview?.tags ?? {};
		return (disc * LAST + folders.indexOf(folderPath)) * LAST + number;
	};
	return tracks.sort((a, b) => placeOf(a) - placeOf(b) || compare(a.originalName, b.originalName));
}
