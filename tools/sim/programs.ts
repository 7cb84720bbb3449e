import { bundle } from "./engine/bundle.ts";
import type { Programs } from "./world/world.ts";

const PRODUCT = `export * from "./worker/index.ts";
export { default } from "./worker/index.ts";
export { default as checks } from "./worker/test/servers/invariants-server.ts";`;
const SANDBOX = `export { makeSandbox } from "./packages/stripe-sandbox/server.ts";`;

/** Bundles what a world runs, which must be built (`npm run build`). */
export async function programs(): Promise<Programs> {
	const [product, sandbox] = await Promise.all([
		bundle(PRODUCT, { isWorker: true }),
		bundle(SANDBOX, { isWorker: false }),
	]);
	return { product, sandbox };
}
