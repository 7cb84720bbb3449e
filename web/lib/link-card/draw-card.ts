import { CARD_SIZE } from "../../../worker/files/previews/contract/previews.ts";

export type CardContent = {
	cover: { picture: ImageBitmap; isTiny: boolean } | null;
	title: string;
	lines: readonly string[];
	mark: string;
};

const { width, height } = CARD_SIZE;
/** In px. Messengers crop the card to its middle square in lists; the text stays inside. */
const TEXT_WIDTH = 580;
const BOTTOM = 64;
const DISPLAY = '"Bricolage Grotesque Variable", system-ui, sans-serif';
const SANS = '"Instrument Sans Variable", system-ui, sans-serif';
const TITLE_SIZES = [
	[68, 2],
	[54, 3],
	[42, 3],
] as const;
const LINE_SIZE = 30;
const PLAIN = ["#163f35", "#0e5c48"] as const;

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export async function loadCardFonts(): Promise<void> {
	const fonts = [`650 68px ${DISPLAY}`, `500 ${LINE_SIZE}px ${SANS}`];
	await Promise.allSettled(fonts.map((font) => document.fonts.load(font)));
}

/** Breaks at spaces, and inside words longer than a line; ends with an ellipsis beyond `maxLines`. */
export function breakLines(
	text: string,
	maxLines: number,
	fits: (line: string) => boolean,
): { lines: string[]; isWhole: boolean } {
	const lines: string[] = [];
	let line = "";
	const parts = text
		.trim()
		.split(/\s+/)
		.flatMap((word) => splitWord(word, fits));
	for (const { part, glued } of parts) {
		const longer = line === "" ? part : glued ? line + part : `${line} ${part}`;
		if (fits(longer)) {
			line = longer;
			continue;
		}
		lines.push(line);
		line = part;
		if (lines.length < maxLines) continue;
		const last = lines[maxLines - 1] ?? "";
		return { lines: [...lines.slice(0, -1), withEllipsis(last, fits)], isWhole: false };
	}
	return { lines: line === "" ? lines : [...lines, line], isWhole: true };
}

function splitWord(word: string, fits: (line: string) => boolean) {
	const pieces: { part: string; glued: boolean }[] = [];
	let piece = "";
	for (const { segment } of new Intl.Segmenter().segment(word)) {
		if (piece !== "" && !fits(piece + segment)) {
			pieces.push({ part: piece, glued: pieces.length > 0 });
			piece = "";
		}
		piece += segment;
	}
	return [...pieces, { part: piece, glued: pieces.length > 0 }];
}

function withEllipsis(line: string, fits: (line: string) => boolean): string {
	const graphemes = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment);
	while (graphemes.length > 0 && !fits(`${graphemes.join("").trimEnd()}…`)) graphemes.pop();
	return `${graphemes.join("").trimEnd()}…`;
}

function drawCover(context: Context, { picture, isTiny }: NonNullable<CardContent["cover"]>) {
	const scale = Math.max(width / picture.width, height / picture.height);
	const [w, h] = [picture.width * scale, picture.height * scale];
	context.imageSmoothingQuality = "high";
	// A tiny preview is scaled up many times; without canvas filters it is smoothed only.
	if (isTiny) context.filter = "blur(19px)";
	const margin = isTiny ? 38 : 0;
	context.drawImage(
		picture,
		(width - w) / 2 - margin,
		(height - h) / 2 - margin,
		w + 2 * margin,
		h + 2 * margin,
	);
	context.filter = "none";
}

function drawBackground(context: Context, cover: CardContent["cover"]) {
	const plain = context.createLinearGradient(0, 0, width, height);
	plain.addColorStop(0, PLAIN[0]);
	plain.addColorStop(1, PLAIN[1]);
	context.fillStyle = plain;
	context.fillRect(0, 0, width, height);
	if (!cover) return;
	drawCover(context, cover);
	const shade = context.createLinearGradient(0, height * 0.25, 0, height);
	shade.addColorStop(0, "rgb(8 12 11 / 0)");
	shade.addColorStop(0.55, "rgb(8 12 11 / 0.58)");
	shade.addColorStop(1, "rgb(8 12 11 / 0.86)");
	context.fillStyle = shade;
	context.fillRect(0, 0, width, height);
}

function titleLines(context: Context, title: string) {
	for (const [index, [size, maxLines]] of TITLE_SIZES.entries()) {
		context.font = `650 ${size}px ${DISPLAY}`;
		const broken = breakLines(
			title,
			maxLines,
			(line) => context.measureText(line).width <= TEXT_WIDTH,
		);
		if (broken.isWhole || index === TITLE_SIZES.length - 1) return { size, lines: broken.lines };
	}
	return { size: 0, lines: [] };
}

export function drawCard(context: Context, { cover, title, lines, mark }: CardContent): void {
	drawBackground(context, cover);
	context.textAlign = "center";
	context.textBaseline = "alphabetic";
	context.fillStyle = "#ffffff";
	const heading = titleLines(context, title);
	const below = lines.map((line) => {
		context.font = `500 ${LINE_SIZE}px ${SANS}`;
		return breakLines(line, 1, (text) => context.measureText(text).width <= TEXT_WIDTH).lines[0];
	});
	let y = height - BOTTOM;
	context.fillStyle = "rgb(255 255 255 / 0.86)";
	for (const line of below.toReversed()) {
		context.fillText(line ?? "", width / 2, y);
		y -= LINE_SIZE * 1.45;
	}
	y -= 10;
	context.font = `650 ${heading.size}px ${DISPLAY}`;
	context.fillStyle = "#ffffff";
	for (const line of heading.lines.toReversed()) {
		context.fillText(line, width / 2, y);
		y -= heading.size * 1.12;
	}
	context.font = `600 24px ${SANS}`;
	context.fillStyle = "rgb(255 255 255 / 0.8)";
	context.shadowColor = "rgb(0 0 0 / 0.55)";
	context.shadowBlur = 12;
	context.fillText(mark, width / 2, 58);
	context.shadowBlur = 0;
}
