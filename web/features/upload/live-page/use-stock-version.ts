import { useEffect, useState } from "react";
import type { Rendition } from "../../../preview-engine/rendition.ts";
import { stock } from "../../../preview-engine/stock.ts";
import type { ChosenFile } from "../organise/draft.ts";

/** Texts of small renditions, which the page shows. */
const texts = new WeakMap<Rendition, string>();
const IN_WORDS = ["tags", "waveform", "glyphs"] as const;
/** ms; a thousand files must not redraw the page a thousand times. */
const REDRAW_MS = 150;

/** Null until it has been read. */
export const textOf = (rendition: Rendition): string | null => texts.get(rendition) ?? null;

/** Rises when something was made of the files, and its text can be read. */
export function useStockVersion(files: readonly ChosenFile[]): number {
	const [version, setVersion] = useState(0);
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		let isGone = false;
		async function redraw() {
			timer = undefined;
			await Promise.all(
				files.flatMap(({ file }) => {
					const { renditions } = stock.madeOf(file);
					return IN_WORDS.map(async (kind) => {
						const rendition = renditions.get(kind);
						if (rendition && !texts.has(rendition))
							texts.set(rendition, await rendition.body.text());
					});
				}),
			);
			if (!isGone) setVersion((before) => before + 1);
		}
		const later = () => {
			timer ??= setTimeout(() => void redraw(), REDRAW_MS);
		};
		later();
		const stop = stock.subscribe(later);
		return () => {
			isGone = true;
			clearTimeout(timer);
			stop();
		};
	}, [files]);
	return version;
}
