import { type BufferGeometry, DoubleSide, Mesh, MeshStandardMaterial } from "three";

const GREY = 0xb8bcc6;

/** The material of models that have none; some programs write triangles inside out. */
export function clay(): MeshStandardMaterial {
	return new MeshStandardMaterial({ color: GREY, roughness: 0.7, side: DoubleSide });
}

/** A model for printing: such stand on the plane of X and Y, and many have no usable normals. */
export function printed(geometry: BufferGeometry): Mesh {
	geometry.computeVertexNormals();
	const mesh = new Mesh(geometry, clay());
	mesh.rotation.x = -Math.PI / 2;
	return mesh;
}
