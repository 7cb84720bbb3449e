import type { ClipboardEvent, InputEvent } from "react";
import { MIN_PRICE_CENTS } from "../../../worker/contract/constants.ts";

const WITH_COMMA = /^\D*(\d+),(\d{1,2})\D*$/;

/** The field whose comma the browser has dropped. */
let droppedIn: HTMLInputElement | null = null;

/** Inserts text at the cursor, which number fields don't tell. */
function insert(text: string): void {
	document.execCommand("insertText", false, text);
}

/**
 * The properties of every field for a price. A browser whose language writes a decimal point drops a
 * comma from a number field, so that "12,50" would become 1250: then the comma counts as the point.
 */
export const PRICE_INPUT = {
	type: "number",
	inputMode: "decimal",
	min: (MIN_PRICE_CENTS / 100).toFixed(2),
	step: "0.01",
	onBeforeInput(event: InputEvent<HTMLInputElement>) {
		const { data, currentTarget } = event;
		// A browser that takes the comma has reported an input by the next key.
		const isDropped = droppedIn === currentTarget;
		droppedIn = data === "," ? currentTarget : null;
		if (!isDropped || !/^\d$/.test(data)) return;
		event.preventDefault();
		insert(`.${data}`);
	},
	onInput() {
		droppedIn = null;
	},
	onPaste(event: ClipboardEvent<HTMLInputElement>) {
		const [, whole, cents] = WITH_COMMA.exec(event.clipboardData.getData("text")) ?? [];
		if (!whole) return;
		event.preventDefault();
		insert(`${whole}.${cents}`);
	},
} as const;
