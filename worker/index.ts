import { app } from "./app.ts";
import { type Handlers, makeCtx } from "./core/context.ts";
import { cachedEntrypoints } from "./entrypoints.ts";
import { UploadSessionBase } from "./files/uploads/upload-session.ts";
import { handlers } from "./handlers.ts";
import { runJobs } from "./maintenance/jobs.ts";
import { refreshSwitches } from "./platform/console-switches.ts";
import { atOwnPort } from "./platform/own-port.ts";

export { UploadQuota } from "./accounts/plans/upload-quota.ts";
export { PublicSharePage, Rendition } from "./entrypoints.ts";

/**
 * The upload session, with the handlers of other rooms at publishing, which its own room may not
 * import.
 */
export class UploadSession extends UploadSessionBase {
	protected override readonly handlers: Handlers = handlers;
}

export default {
	fetch: (request, env, execution) => app.fetch(request, atOwnPort(env, request), execution),
	async scheduled(controller, env, execution) {
		await refreshSwitches(env, (promise) => execution.waitUntil(promise));
		const ctx = makeCtx(env, {
			handlers,
			cached: () => cachedEntrypoints(execution),
			now: () => controller.scheduledTime,
			waitUntil: (promise) => execution.waitUntil(promise),
		});
		await runJobs(ctx, controller.cron);
	},
} satisfies ExportedHandler<Env>;
