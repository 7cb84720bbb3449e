declare global {
	var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/**
 * Zod tries `new Function` when its first object schema is made, which our policy refuses and
 * reports. The switch is set where Zod looks for it, before any chunk brings Zod along: calling
 * `z.config` here would bring it into every page.
 */
globalThis.__zod_globalConfig = { jitless: true };
