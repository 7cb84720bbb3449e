import { photo, type SampleFile } from "./sample-files.ts";

/** The same in every run. */
export function pictures(count: number): SampleFile[] {
	const shapes = [
		[720, 480],
		[480, 640],
		[640, 640],
		[960, 480],
		[600, 400],
		[480, 720],
	] as const;
	return Array.from({ length: count }, (_, index) => {
		const [width, height] = shapes[index % shapes.length] ?? shapes[0];
		return photo(`evening-${String(index + 1).padStart(2, "0")}.png`, width, height, index * 0.9);
	});
}
