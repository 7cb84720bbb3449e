import { PART_SIZE } from "../../contract/constants.ts";

/** An empty file has one empty part. */
export function partsOf(size: number): number {
	return Math.max(1, Math.ceil(size / PART_SIZE));
}

/** `n` counts from 1; null if there is no such part. */
export function partSize(size: number, n: number): number | null {
	const parts = partsOf(size);
	if (n < 1 || n > parts) return null;
	return n < parts ? PART_SIZE : size - (parts - 1) * PART_SIZE;
}
