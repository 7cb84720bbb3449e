import type { ShareFile } from "../../../worker/contract/catalogue/shares.ts";
import { ratioOf } from "./view.ts";

const BEFORE = /before|vorher|antes/;
const AFTER = /after|nachher|despu[eé]s/;
/** Proportions may differ slightly. */
const ALIKE = 0.03;

export type Pair = { before: ShareFile; after: ShareFile };

const isSharp = ({ preview }: ShareFile) => preview?.kind !== "image";

/** Such as "dunes-before.jpg" and "dunes-after.jpg". Before payment only sharp ones show the edit. */
export function pairsIn(pictures: readonly ShareFile[], paid: boolean): Pair[] {
	const shown = pictures.filter((file) => paid || isSharp(file));
	return shown.flatMap((before) => {
		const name = before.originalName.toLowerCase();
		if (!BEFORE.test(name)) return [];
		const rest = name.replace(BEFORE, "");
		const after = shown.find((file) => {
			const other = file.originalName.toLowerCase();
			return AFTER.test(other) && other.replace(AFTER, "") === rest;
		});
		const isAlike = after && Math.abs(ratioOf(before) / ratioOf(after) - 1) < ALIKE;
		return after && isAlike ? [{ before, after }] : [];
	});
}
