import { file, packed } from "./packed.ts";
import type { SampleFile } from "./sample-files.ts";

/** The corners of a cube's twelve triangles. */
const CORNERS = [
	0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7,
	1, 7, 3,
];
const corner = (index: number) => [index & 1, (index >> 1) & 1, index >> 2].map((at) => at * 2 - 1);

function stl(): Uint8Array {
	const bytes = Buffer.alloc(84 + 12 * 50);
	bytes.writeUInt32LE(12, 80);
	CORNERS.forEach((index, at) => {
		const start = 84 + Math.floor(at / 3) * 50 + 12 + (at % 3) * 12;
		corner(index).forEach((value, axis) => {
			bytes.writeFloatLE(value, start + axis * 4);
		});
	});
	return bytes;
}

function gltf(inline: boolean): { json: string; data: Buffer } {
	const data = Buffer.alloc(CORNERS.length * 12);
	CORNERS.forEach((index, at) => {
		corner(index).forEach((value, axis) => {
			data.writeFloatLE(value, at * 12 + axis * 4);
		});
	});
	const json = JSON.stringify({
		asset: { version: "2.0" },
		scenes: [{ nodes: [0] }],
		nodes: [{ mesh: 0 }],
		meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
		materials: [
			{
				pbrMetallicRoughness: { baseColorFactor: [0.1, 0.5, 0.6, 1], metallicFactor: 0 },
				doubleSided: true,
			},
		],
		accessors: [
			{
				bufferView: 0,
				componentType: 5126,
				count: CORNERS.length,
				type: "VEC3",
				min: [-1, -1, -1],
				max: [1, 1, 1],
			},
		],
		bufferViews: [{ buffer: 0, byteLength: data.length }],
		buffers: [
			{
				byteLength: data.length,
				...(inline && { uri: `data:application/octet-stream;base64,${data.toString("base64")}` }),
			},
		],
	});
	return { json, data };
}

function glb(): Buffer {
	const { json, data } = gltf(false);
	const text = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4));
	const head = (...words: number[]) => Buffer.from(Uint32Array.from(words).buffer);
	const total = 12 + 8 + text.length + 8 + data.length;
	return Buffer.concat([
		head(0x46546c67, 2, total),
		head(text.length, 0x4e4f534a),
		text,
		head(data.length, 0x004e4942),
		data,
	]);
}

const vertices = Array.from({ length: 8 }, (_, index) => corner(index));
const triangles = Array.from({ length: 12 }, (_, at) => CORNERS.slice(at * 3, at * 3 + 3));

export const modelSamples = (): SampleFile[] => [
	file("cube.stl", stl()),
	file(
		"cube.obj",
		[
			...vertices.map((at) => `v ${at.join(" ")}`),
			...triangles.map((of) => `f ${of.map((index) => index + 1).join(" ")}`),
		].join("\n"),
	),
	file("cube.glb", glb()),
	file("cube.gltf", gltf(true).json),
	packed("cube.3mf", {
		"3D/3dmodel.model": `<model><resources><object id="1"><mesh><vertices>${vertices
			.map(([x, y, z]) => `<vertex x="${x}" y="${y}" z="${z}"/>`)
			.join("")}</vertices><triangles>${triangles
			.map(([a, b, c]) => `<triangle v1="${a}" v2="${b}" v3="${c}"/>`)
			.join("")}</triangles></mesh></object></resources></model>`,
	}),
];
