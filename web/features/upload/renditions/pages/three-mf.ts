import { BufferGeometry, Float32BufferAttribute, type Object3D } from "three";
import { printed } from "./clay.ts";
import { entryNames, zipEntry } from "./zip-entry.ts";

/** Bytes of unpacked XML that are read. */
const MAX_XML = 96 * 1024 * 1024;

/**
 * Reads the meshes of a 3MF, without the places that its build plate gives them. Null when it has none.
 * Three's own loader needs a parser of XML, which web workers don't have.
 */
export async function loadThreeMf(file: Blob): Promise<Object3D | null> {
	const zip = new Uint8Array(await file.arrayBuffer());
	const model = entryNames(zip).find((name) => /^3D\/.*\.model$/i.test(name));
	const bytes = model && zipEntry(zip, model, MAX_XML);
	if (!bytes) return null;
	const xml = new TextDecoder().decode(bytes);
	const positions: number[] = [];
	const indices: number[] = [];
	let first = 0;
	for (const [tag, kind] of xml.matchAll(/<(?:\w+:)?(mesh|vertex|triangle)\b[^>]*>/g)) {
		const value = (name: string) => Number(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]);
		if (kind === "mesh") first = positions.length / 3;
		else if (kind === "vertex") positions.push(value("x"), value("y"), value("z"));
		else indices.push(first + value("v1"), first + value("v2"), first + value("v3"));
	}
	const count = positions.length / 3;
	if (indices.length === 0 || indices.some((index) => !(index >= 0 && index < count))) return null;
	const geometry = new BufferGeometry();
	geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
	geometry.setIndex(indices);
	return printed(geometry.toNonIndexed());
}
