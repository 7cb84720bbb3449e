declare global {
	var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/**
 * Zod tries `new Function` when its first object schema is created, which our policy blocks and reports.
 * The switch is set where Zod reads it, before any chunk loads Zod: calling `z.config` here would add Zod
 * to every page.
 */
globalThis.__zod_globalConfig = { jitless: true };
