import { app } from "./app.ts";
import { makeCtx } from "./context.ts";
import { handlers } from "./handlers.ts";
import { runJobs } from "./jobs.ts";

export { UploadMeter } from "./plans/upload-meter.ts";
export { UploadSession } from "./uploads/upload-session.ts";

export default {
	fetch: app.fetch,
	async scheduled(controller, env, execution) {
		const ctx = makeCtx(env, {
			handlers,
			now: () => controller.scheduledTime,
			waitUntil: (promise) => execution.waitUntil(promise),
		});
		await runJobs(ctx, controller.cron);
	},
} satisfies ExportedHandler<Env>;
