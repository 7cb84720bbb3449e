import { LoadingManager, Mesh, type Object3D } from "three";
import { FBXLoader } from "three/examples/jsm/loaders/FBXLoader.js";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { OBJLoader } from "three/examples/jsm/loaders/OBJLoader.js";
import { STLLoader } from "three/examples/jsm/loaders/STLLoader.js";
import { typeOf } from "../../../../../worker/contract/files/detect-type.ts";
import { clay, printed } from "./clay.ts";
import { loadThreeMf } from "./three-mf.ts";

/** Nothing outside the file is fetched: textures and parts beside it are left out. */
function ownManager(): LoadingManager {
	const manager = new LoadingManager();
	manager.setURLModifier((url) => (/^(?:data|blob):/.test(url) ? url : "data:,"));
	return manager;
}

/** Reads a 3D model. Throws when it is damaged; null when nothing reads its format. */
export async function loadModel(file: File): Promise<Object3D | null> {
	switch (typeOf(file.name)?.extensions[0]) {
		case "stl":
			return printed(new STLLoader().parse(await file.arrayBuffer()));
		case "obj": {
			const model = new OBJLoader().parse(await file.text());
			// Its colours are in another file.
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
