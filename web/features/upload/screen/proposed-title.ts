import { useEffect, useState } from "react";
import type { FileTags } from "../../../../worker/catalogue/shares/contract/shares.ts";
import { MAX_TITLE_LENGTH } from "../../../../worker/contract/constants.ts";
import { typeOf } from "../../../../worker/files/contract/detect-type.ts";
import { stock } from "../../../preview-engine/stock.ts";
import { originOf } from "../choose/gather-files.ts";
import { textOf, useStockVersion } from "../live-page/use-stock-version.ts";
import type { ChosenFile } from "../organise/draft.ts";

/** Names that cameras, phones and scanners give files and folders. */
const BY_A_DEVICE =
	/^(?:\d+|[a-z_]{1,5}[-_ ]?\d{3,}.*|\d{3}[a-z_]{3,8}|dcim|scan.*|screenshot.*|untitled.*)$/i;

function readable(name: string): string | null {
	const words = name
		.replaceAll(/[_\s]+/g, " ")
		.trim()
		.slice(0, MAX_TITLE_LENGTH);
	if (BY_A_DEVICE.test(words) || !/\p{L}{3}/u.test(words)) return null;
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The folder that was dropped, the album or family that all tracks or fonts name, or the only document; else null. */
export function proposedTitle(
	files: readonly { file: File; named: string | undefined }[],
): string | null {
	const [first] = files;
	if (!first) return null;
	const rootOf = ({ file }: { file: File }) => /^([^/]+)\//.exec(originOf(file).path)?.[1];
	const root = rootOf(first);
	if (root && files.every((each) => rootOf(each) === root)) return readable(root);
	for (const family of ["audio", "font"]) {
		const of = files.filter(({ file }) => typeOf(file.name)?.family === family);
		const named = of[0]?.named;
		if (named && of.every((each) => each.named === named)) return named.slice(0, MAX_TITLE_LENGTH);
	}
	const isDocument = typeOf(first.file.name)?.family === "document";
	return files.length === 1 && isDocument
		? readable(first.file.name.replace(/\.[^.]*$/, ""))
		: null;
}

/** Fills in a title that the creator hasn't typed; never one that they removed. Returns the proposal. */
export function useProposedTitle(
	files: readonly ChosenFile[],
	title: string,
	propose: (title: string) => void,
): string {
	const version = useStockVersion(files);
	const [proposed, setProposed] = useState("");
	// biome-ignore lint/correctness/useExhaustiveDependencies: typing is no reason to propose again
	useEffect(() => {
		const next = proposedTitle(files.map(({ file }) => ({ file, named: nameOf(file) })));
		if (next === null || next === proposed) return;
		if (title === "" || title === proposed) propose(next);
		setProposed(next);
	}, [files, version]);
	return proposed;
}

function nameOf(file: File): string | undefined {
	const tags = stock.madeOf(file).renditions.get("tags");
	const text = tags && textOf(tags);
	const { album, family }: FileTags = text ? JSON.parse(text) : {};
	return album ?? family;
}
