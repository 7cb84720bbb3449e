import { type SetLine, setMarkdown } from "./markdown-line.ts";
import { blankPage, type PageContext } from "./page-canvas.ts";
import { readableRows } from "./readable-part.ts";

const DRAWN_LINES = 20;
const WIDTH = 768;
const HEIGHT = 1024;
const MARGIN = 56;
const LINE_HEIGHT = 44;
const INK = "#26262b";
const BARS = "#d6d6dc";
const MAX_CHARS = 400;

export type TextStyle = "code" | "prose" | "markdown";

const SANS = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
const FONTS = {
	code: "20px ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
	plain: `24px ${SANS}`,
	heading: `700 27px ${SANS}`,
	headline: `700 36px ${SANS}`,
} as const satisfies Record<SetLine["look"], string>;

/** Lines that can't be read before payment become bars. */
export function drawText(lines: readonly string[], style: TextStyle): PageContext {
	const context = blankPage(WIDTH, HEIGHT);
	context.textBaseline = "middle";
	const room = WIDTH - 2 * MARGIN;
	const all = setLines(lines, style);
	const rows = all.slice(0, DRAWN_LINES).flatMap(({ text, look }): SetLine[] => {
		context.font = FONTS[look];
		const parts = look === "code" ? [clean(text)] : wrapped(context, clean(text), room);
		return parts.map((part) => ({ text: part, look }));
	});
	const readable = readableRows(
		rows.map(({ text }) => text),
		all.map(({ text }) => text),
	);
	for (const [at, { text, look }] of rows.slice(0, DRAWN_LINES).entries()) {
		const y = MARGIN + LINE_HEIGHT * (at + 0.5);
		context.font = FONTS[look];
		if (at < readable) drawRow(context, text, y, room);
		else drawBar(context, text, y, room);
	}
	return context;
}

function setLines(lines: readonly string[], style: TextStyle): SetLine[] {
	if (style === "markdown") {
		const set = setMarkdown(lines);
		// Lines of marks have become empty; keeps one of several.
		return set.filter(({ text }, at) => text.trim() !== "" || set[at - 1]?.text.trim() !== "");
	}
	const look = style === "code" ? "code" : "plain";
	return lines.map((text) => ({ text, look }));
}

function drawRow(context: PageContext, text: string, y: number, room: number): void {
	const isRightToLeft = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
	context.save();
	context.direction = isRightToLeft ? "rtl" : "ltr";
	context.textAlign = "start";
	context.fillStyle = INK;
	context.beginPath();
	context.rect(MARGIN, 0, room, HEIGHT);
	context.clip();
	context.fillText(text, isRightToLeft ? WIDTH - MARGIN : MARGIN, y);
	context.restore();
}

function drawBar(context: PageContext, text: string, y: number, room: number): void {
	const indent = context.measureText(text.slice(0, text.length - text.trimStart().length)).width;
	const length = Math.min(room - indent, context.measureText(text.trimStart()).width);
	context.fillStyle = BARS;
	if (length > 0) context.fillRect(MARGIN + indent, y - 7, length, 14);
}

function clean(line: string): string {
	return line
		.slice(0, MAX_CHARS)
		.replaceAll("\t", "    ")
		.replaceAll(/\p{Cc}/gu, "");
}

function wrapped(context: PageContext, line: string, room: number): string[] {
	const parts: string[] = [];
	let part = "";
	for (const word of line.split(/(?<=\s)/)) {
		if (context.measureText(part + word.trimEnd()).width <= room) {
			part += word;
			continue;
		}
		if (part) parts.push(part);
		part = "";
		for (const char of word) {
			if (part && context.measureText(part + char).width > room) {
				parts.push(part);
				part = "";
			}
			part += char;
		}
		if (parts.length > DRAWN_LINES) return parts;
	}
	return [...parts, part];
}
