import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { ratioOf } from "./view.ts";

const BEFORE = /before|vorher|antes/;
const AFTER = /after|nachher|despu[eé]s/;
/** Proportions may differ slightly. */
const ALIKE = 0.03;

export type Pair = { before: ShareFile; after: ShareFile };

const isSharp = ({ preview }: ShareFile) => preview?.kind !== "image";

/** macOS decomposes accents in names. */
const pathOf = ({ folderPath, originalName }: ShareFile) =>
	`${folderPath}/${originalName}`.normalize("NFC").toLowerCase();

/** Pairs names like "dunes-before.jpg" and "dunes-after.jpg", or "Before/1.jpg" and "After/1.jpg". Before payment only sharp pictures show the edit. */
export function pairsIn(pictures: readonly ShareFile[], paid: boolean): Pair[] {
	const shown = pictures.filter((file) => paid || isSharp(file));
	return shown.flatMap((before) => {
		const name = pathOf(before);
		if (!BEFORE.test(name)) return [];
		const rest = name.replace(BEFORE, "");
		const after = shown.find((file) => {
			const other = pathOf(file);
			return AFTER.test(other) && other.replace(AFTER, "") === rest;
		});
		const isAlike = after && Math.abs(ratioOf(before) / ratioOf(after) - 1) < ALIKE;
		return after && isAlike ? [{ before, after }] : [];
	});
}
