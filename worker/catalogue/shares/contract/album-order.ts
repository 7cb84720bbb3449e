import type { ShareFile } from "./shares.ts";

const { compare } = new Intl.Collator("en", { numeric: true });
/** Tracks without a number come after the others. */
const LAST = 10_000;

/**
 * Tracks are an album if all name the same one, or if their names begin alike up to a number. Other files stay in
 * place.
 */
export function inAlbumOrder(files: ShareFile[]): ShareFile[] {
	const isTrack = ({ icon }: ShareFile) => icon === "audio";
	const tracks = files.filter(isTrack);
	const agree = (of: (file: ShareFile) => string | undefined) =>
		new Set(tracks.map((file) => of(file) ?? file.id)).size === 1;
	const isAlbum = agree(({ preview }) => preview?.tags?.album);
	if (!isAlbum && !agree(({ originalName }) => /^\D*(?=\d)/.exec(originalName)?.[0])) return files;
	// Discs without a number in their tags are often folders.
	const folders = [...new Set(tracks.map(({ folderPath }) => folderPath))];
	const placeOf = ({ preview, folderPath }: ShareFile) => {
		const { disc = 1, number = LAST } = preview?.tags ?? {};
		return (disc * LAST + folders.indexOf(folderPath)) * LAST + number;
	};
	tracks.sort((a, b) => placeOf(a) - placeOf(b) || compare(a.originalName, b.originalName));
	return files.map((file) => (isTrack(file) && tracks.shift()) || file);
}
