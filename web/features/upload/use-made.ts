import { useEffect, useSyncExternalStore } from "react";
import type { PreviewPolicy } from "../../../worker/contract/catalogue/share-fields.ts";
import { stock, want } from "../../preview-engine/stock.ts";
import { type ChosenFile, coverIndexOf, type Draft } from "./organise/draft.ts";
import { useOwner } from "./use-owner.ts";

const NOTHING = { images: "none", clip: "30", mark: "" } as const;

const subscribe = (listener: () => void) => stock.subscribe(listener);

export const useMade = (file: File | null) =>
	useSyncExternalStore(subscribe, () => (file ? stock.madeOf(file) : null));

/** Returns the keys of files of which no preview could be made. */
export function useFailed(files: readonly ChosenFile[]): ReadonlySet<number> {
	const failed = useSyncExternalStore(subscribe, () =>
		files.flatMap(({ key, file }) => (stock.madeOf(file).failure ? [key] : [])).join(),
	);
	return new Set(failed === "" ? [] : failed.split(",").map(Number));
}

/** Makes the previews of chosen files while their form is open. */
export function useStock(
	{ files, cover }: Pick<Draft, "files" | "cover">,
	preview: PreviewPolicy,
	samples: readonly number[] = [],
): void {
	const { mark } = useOwner();
	const { images, clip } = preview;
	const sampleKeys = samples.join();
	// biome-ignore lint/correctness/useExhaustiveDependencies: the keys say which samples there are
	useEffect(() => {
		const coverIndex = coverIndexOf({ files, cover });
		want(
			files.map(({ key, file, noPreview }: ChosenFile, at) => ({
				file,
				noPreview,
				isSample: samples.includes(key),
				isCover: at === coverIndex,
			})),
			{ images, clip, mark },
		);
	}, [files, cover, images, clip, mark, sampleKeys]);
	useEffect(() => () => want([], NOTHING), []);
}
