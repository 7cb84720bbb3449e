/** The picture must stay judgeable; the outline keeps the letters legible on any. */
const OPACITY = 0.4;
/** Of a letter, relative to the picture's mean edge, so that a strip's are as legible as a square's. */
const SIZE = 1 / 17;
const MAX_LENGTH = 40;
/** Relative to the diagonal: a whole name must fit into the picture. */
const MAX_WIDTH = 0.75;

/** Repeats the name so densely that cropping it out leaves little of the picture. */
export function drawWatermark(context: OffscreenCanvasRenderingContext2D, name: string): void {
	const { width, height } = context.canvas;
	const letters = new OffscreenCanvas(width, height).getContext("2d");
	if (!letters) return;
	const word = name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH)}…` : name;
	const fontOf = (px: number) => `800 ${px}px system-ui, sans-serif`;
	const largest = Math.sqrt(width * height) * SIZE;
	letters.font = fontOf(largest);
	const fitting = (MAX_WIDTH * Math.hypot(width, height)) / letters.measureText(word).width;
	const size = Math.max(11, largest * Math.min(1, fitting));
	letters.font = fontOf(size);
	letters.translate(width / 2, height / 2);
	letters.rotate(-Math.PI / 6);
	letters.textAlign = "center";
	letters.textBaseline = "middle";
	letters.lineJoin = "round";
	letters.lineWidth = size / 9;
	letters.strokeStyle = "#222";
	letters.fillStyle = "white";
	const stepX = letters.measureText(word).width + size * 1.5;
	const stepY = size * 3.2;
	const reach = Math.hypot(width, height) / 2 + stepX;
	// A word's middle is at the picture's.
	const start = (step: number) => -step * Math.ceil(reach / step);
	for (let y = start(stepY), row = 0; y <= reach; y += stepY, row++)
		for (let x = start(stepX) + (row % 2) * (stepX / 2); x <= reach; x += stepX) {
			letters.strokeText(word, x, y);
			letters.fillText(word, x, y);
		}
	context.save();
	context.globalAlpha = OPACITY;
	context.drawImage(letters.canvas, 0, 0);
	context.restore();
}
