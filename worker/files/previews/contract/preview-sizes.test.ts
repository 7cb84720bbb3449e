import { expect, it } from "vitest";
import { watermarkedEdge } from "./preview-sizes.ts";

it.each([
	["a photograph", 6000, 4000, 1024],
	["a small picture", 300, 200, 300],
	["one twice as long as wide", 4000, 2000, 1024],
	["a panorama", 20_000, 1250, 2896],
	["a panorama upright", 1250, 20_000, 2896],
	["a panorama with few pixels", 1500, 60, 1500],
	["a line", 100_000, 1, 4096],
])("the watermarked preview shows %s with enough pixels", (_name, width, height, edge) => {
	expect(watermarkedEdge(width, height)).toBe(edge);
});
