import {
	Box3,
	Color,
	DirectionalLight,
	HemisphereLight,
	PerspectiveCamera,
	Scene,
	Sphere,
	WebGLRenderer,
} from "three";
import type { Rendition } from "../rendition.ts";
import { loadModel } from "./load-model.ts";
import { blankPage, pageRendition } from "./page-canvas.ts";

const WIDTH = 1024;
const HEIGHT = 768;
const BACKGROUND = 0xf1f1f4;
/** Seen from the front right, slightly above, as in most shops. */
const DIRECTION = [0.75, 0.5, 1] as const;
const FIELD = 32;
const FILLED = 0.92;

/** Throws if the model can't be read or there is no WebGL. */
export async function modelPage(file: File): Promise<Rendition[]> {
	const model = await loadModel(file);
	if (!model) return [];
	const scene = new Scene();
	scene.background = new Color(BACKGROUND);
	scene.add(model, new HemisphereLight(0xffffff, 0xb4b0a8, 1.9));
	const box = new Box3().setFromObject(model);
	const sphere = box.getBoundingSphere(new Sphere());
	if (box.isEmpty() || !(sphere.radius > 0) || !Number.isFinite(sphere.radius)) return [];
	const camera = new PerspectiveCamera(FIELD, WIDTH / HEIGHT);
	const distance = sphere.radius / Math.sin((FIELD * Math.PI) / 360) / FILLED;
	camera.position
		.set(...DIRECTION)
		.setLength(distance)
		.add(sphere.center);
	camera.lookAt(sphere.center);
	camera.near = distance / 100;
	camera.far = distance * 4;
	camera.updateProjectionMatrix();
	const light = new DirectionalLight(0xffffff, 2.2);
	light.position.copy(camera.position).sub(sphere.center).applyAxisAngle(camera.up, -0.7);
	light.position.y += distance * 0.5;
	light.position.add(sphere.center);
	light.target.position.copy(sphere.center);
	scene.add(light, light.target);
	const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
	const renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
	renderer.render(scene, camera);
	const context = blankPage(WIDTH, HEIGHT);
	context.drawImage(canvas, 0, 0);
	renderer.dispose();
	return [await pageRendition(context, { mark: null })];
}
