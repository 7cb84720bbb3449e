/** Light enough to judge the picture, and still legible in a small tile. */
const OPACITY = 0.4;
const MAX_LENGTH = 40;

/** Repeats the name all over the picture, in light letters with a dark halo, so that it shows on any. */
export function drawWatermark(context: OffscreenCanvasRenderingContext2D, name: string): void {
	const { width, height } = context.canvas;
	const letters = new OffscreenCanvas(width, height).getContext("2d");
	if (!letters) return;
	const size = Math.max(11, Math.round(Math.max(width, height) / 26));
	const word = name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH)}…` : name;
	letters.translate(width / 2, height / 2);
	letters.rotate(-Math.PI / 6);
	letters.font = `600 ${size}px system-ui, sans-serif`;
	letters.textAlign = "center";
	letters.textBaseline = "middle";
	letters.fillStyle = "white";
	letters.shadowColor = "black";
	letters.shadowBlur = size / 3;
	const stepX = letters.measureText(word).width + size * 3.5;
	const stepY = size * 6;
	const reach = Math.hypot(width, height) / 2 + stepX;
	for (let y = -reach, row = 0; y <= reach; y += stepY, row++)
		for (let x = -reach + (row % 2) * (stepX / 2); x <= reach; x += stepX)
			letters.fillText(word, x, y);
	context.save();
	context.globalAlpha = OPACITY;
	context.drawImage(letters.canvas, 0, 0);
	context.restore();
}
