import { useEffect, useSyncExternalStore } from "react";
import { useSettled } from "../../lib/forms/use-settled.ts";
import { stock, want } from "../../preview-engine/stock.ts";
import { type ChosenFile, coverIndexOf, type Draft } from "./organise/draft.ts";
import { markOf } from "./owner.ts";
import { type Details, webEdgeOf } from "./screen/details.ts";
import { useOwner } from "./use-owner.ts";

const TITLE_PAUSE_MS = 1_500;
const NOTHING = { images: "none", clip: "30", mark: "" } as const;

const subscribe = (listener: () => void) => stock.subscribe(listener);

export const useMade = (file: File | null) =>
	useSyncExternalStore(subscribe, () => (file ? stock.madeOf(file) : null));

/** Returns the keys of files without a preview because none could be made. */
export function useFailed(files: readonly ChosenFile[]): ReadonlySet<number> {
	const failed = useSyncExternalStore(subscribe, () =>
		files.flatMap(({ key, file }) => (stock.madeOf(file).failure ? [key] : [])).join(),
	);
	return new Set(failed === "" ? [] : failed.split(",").map(Number));
}

/** Makes the previews of chosen files while their form is open; without `samples`, all pictures are sharp and unmarked. */
export function useStock(
	{ files, cover }: Pick<Draft, "files" | "cover">,
	details: Pick<Details, "preview" | "title" | "samplesMarked" | "singles" | "webEdge">,
	samples: readonly number[] | null = [],
): void {
	const { preview, title, samplesMarked } = details;
	// Every other mark is drawn again, so the title must be whole.
	const mark = markOf(useOwner(), useSettled(title.trim(), TITLE_PAUSE_MS));
	const { images, clip } = preview;
	const edge = webEdgeOf(details);
	const webEdge = Number(useSettled(String(edge ?? 0), TITLE_PAUSE_MS)) || undefined;
	const sampleKeys = samples?.join();
	// biome-ignore lint/correctness/useExhaustiveDependencies: the keys say which samples there are
	useEffect(() => {
		const coverIndex = coverIndexOf({ files, cover });
		want(
			files.map(({ key, file, noPreview }: ChosenFile, at) => ({
				file,
				noPreview,
				isSample: samples?.includes(key) ?? true,
				isUnmarked: samples ? samples.includes(key) && !samplesMarked : true,
				isCover: at === coverIndex,
			})),
			{ images, clip, mark, webEdge },
		);
	}, [files, cover, images, clip, mark, webEdge, sampleKeys, samplesMarked]);
	useEffect(() => () => want([], NOTHING), []);
}
