/**
 * Draws the pictures of the landing page's example anew.
 *
 *   node tools/build/scenes/index.ts
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "../../local/processes.ts";
import { pixelsOf, SCENES } from "./scenes.ts";

const sharp = createRequire(createRequire(import.meta.url).resolve("miniflare"))("sharp");
const FOLDER = join(ROOT, "web/features/landing/scenes");
/** Pixels on the longest edge: what stands behind the glass is as large as a share's blurred preview. */
const TINY = 64;

for (const [name, scene] of Object.entries(SCENES)) {
	const { width, height } = scene;
	const raw = { raw: { width, height, channels: 3 } };
	const picture = () => sharp(pixelsOf(scene), raw);
	await picture()
		.webp({ quality: 60, effort: 6 })
		.toFile(join(FOLDER, `${name}.webp`));
	await picture()
		.resize(TINY, TINY, { fit: "inside" })
		.webp({ quality: 60, effort: 6 })
		.toFile(join(FOLDER, `${name}-tiny.webp`));
}
