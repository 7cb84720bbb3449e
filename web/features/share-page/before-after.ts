import type { ShareFile } from "../../../worker/contract/catalogue/shares.ts";
import { ratioOf } from "./view.ts";

const BEFORE = /before|vorher|antes/;
const AFTER = /after|nachher|despu[eé]s/;
/** Two pictures of one subject may differ slightly in their proportions. */
const ALIKE = 0.03;

export type Pair = { before: ShareFile; after: ShareFile };

const isSharp = ({ preview }: ShareFile) => preview?.kind !== "image";

/**
 * Pairs pictures named before and after an edit, such as "dunes-before.jpg" and "dunes-after.jpg". Before
 * payment only sharp previews are paired, since a frosted one shows no edit.
 */
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
