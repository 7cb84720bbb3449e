const OPACITY = 0.18;
const MAX_LENGTH = 40;

/** Repeats the name all over the picture, light next to dark, so that it shows on both. */
export function drawWatermark(context: OffscreenCanvasRenderingContext2D, name: string): void {
	const { width, height } = context.canvas;
	const size = Math.max(11, Math.round(Math.max(width, height) / 40));
	const word = name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH)}…` : name;
	context.save();
	context.translate(width / 2, height / 2);
	context.rotate(-Math.PI / 6);
	context.font = `600 ${size}px system-ui, sans-serif`;
	context.textAlign = "center";
	context.textBaseline = "middle";
	context.globalAlpha = OPACITY;
	const shift = Math.max(1, size / 16);
	const stepX = context.measureText(word).width + size * 2.5;
	const stepY = size * 4;
	const reach = Math.hypot(width, height) / 2 + stepX;
	for (let y = -reach, row = 0; y <= reach; y += stepY, row++)
		for (let x = -reach + (row % 2) * (stepX / 2); x <= reach; x += stepX) {
			context.fillStyle = "black";
			context.fillText(word, x + shift, y + shift);
			context.fillStyle = "white";
			context.fillText(word, x, y);
		}
	context.restore();
}
