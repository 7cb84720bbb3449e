declare global {
	var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/**
 * Keeps Zod from trying `new Function`, which our policy blocks and reports; `z.config` would add Zod to
 * every page.
 */
globalThis.__zod_globalConfig = { jitless: true };
