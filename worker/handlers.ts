import type { Handlers } from "./context.ts";

/** What slices do when another slice has acted. */
export const handlers: Handlers = {
	beforePublish: [],
	afterDelete: [],
	beforeAccountDelete: [],
	onAccountDelete: [],
	accountExport: {},
};
