/**
 * Draws a name diagonally over a picture, light with a dark outline, so that it is visible on any
 * background.
 */
export function drawWatermark(context: OffscreenCanvasRenderingContext2D, name: string): void {
	const { width, height } = context.canvas;
	const size = Math.max(14, Math.round(Math.max(width, height) / 16));
	context.save();
	context.translate(width / 2, height / 2);
	context.rotate(-Math.PI / 6);
	context.font = `700 ${size}px system-ui, sans-serif`;
	context.textAlign = "center";
	context.textBaseline = "middle";
	context.lineWidth = Math.max(1, size / 14);
	context.strokeStyle = "rgb(0 0 0 / 0.28)";
	context.fillStyle = "rgb(255 255 255 / 0.42)";
	const stepX = context.measureText(name).width + size * 1.2;
	const stepY = size * 2.6;
	const reach = Math.hypot(width, height) / 2 + stepX;
	for (let y = -reach, row = 0; y <= reach; y += stepY, row++)
		for (let x = -reach + (row % 2) * (stepX / 2); x <= reach; x += stepX) {
			context.strokeText(name, x, y);
			context.fillText(name, x, y);
		}
	context.restore();
}
