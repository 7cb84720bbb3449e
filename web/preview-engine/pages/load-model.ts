import {
	BufferGeometry,
	DoubleSide,
	Float32BufferAttribute,
	LoadingManager,
	Mesh,
	MeshStandardMaterial,
	type Object3D,
} from "three";
import { FBXLoader } from "three/examples/jsm/loaders/FBXLoader.js";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { OBJLoader } from "three/examples/jsm/loaders/OBJLoader.js";
import { STLLoader } from "three/examples/jsm/loaders/STLLoader.js";
import { typeOf } from "../../../worker/files/contract/detect-type.ts";
import { entryNames, zipEntry } from "./zip-entry.ts";

/** Fetches nothing outside the file: external textures and parts are left out. */
function ownManager(): LoadingManager {
	const manager = new LoadingManager();
	manager.setURLModifier((url) => (/^(?:data|blob):/.test(url) ? url : "data:,"));
	return manager;
}

/** Throws for a damaged model; null for an unknown format. */
export async function loadModel(file: File): Promise<Object3D | null> {
	switch (typeOf(file.name)?.extensions[0]) {
		case "stl":
			return printed(new STLLoader().parse(await file.arrayBuffer()));
		case "obj": {
			const model = new OBJLoader().parse(await file.text());
			model.traverse((part) => {
				if (part instanceof Mesh) part.material = clay();
			});
			return model;
		}
		case "glb":
		case "gltf":
			return (await new GLTFLoader(ownManager()).parseAsync(await file.arrayBuffer(), "")).scene;
		case "fbx":
			return new FBXLoader(ownManager()).parse(await file.arrayBuffer(), "");
		case "3mf":
			return loadThreeMf(file);
		default:
			return null;
	}
}

const MAX_XML = 96 * 1024 * 1024;

/** Ignores the build plate. Three's own loader needs an XML parser, which web workers lack. */
async function loadThreeMf(file: Blob): Promise<Object3D | null> {
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

const GREY = 0xb8bcc6;

/** For models without a material. Some programs write triangles inside out. */
function clay(): MeshStandardMaterial {
	return new MeshStandardMaterial({ color: GREY, roughness: 0.7, side: DoubleSide });
}

/** Models for printing stand on the XY plane, and many have no usable normals. */
function printed(geometry: BufferGeometry): Mesh {
	geometry.computeVertexNormals();
	const mesh = new Mesh(geometry, clay());
	mesh.rotation.x = -Math.PI / 2;
	return mesh;
}
